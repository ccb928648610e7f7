import type Electron from 'electron';
import type { FakeWindow } from './window.ts';

/** What the boxes of the system need of the stand-in around them. */
interface Asked {
  readonly recorded: {
    questions: Electron.MessageBoxOptions[];
    answers: (number | 'never')[];
    errorBoxes: string[];
    onTerminal: string[];
    readonly saveTo: string | null;
  };
  isReady(): boolean;
  afterReady(what: string): void;
}

/** The boxes that the system shows; each question is answered by the next of the answers. */
export function createDialog({ recorded, isReady, afterReady }: Asked) {
  const ask = <Question extends Electron.MessageBoxOptions>(
    first: Electron.BaseWindow | FakeWindow | Question,
    second?: Question,
  ) => {
    afterReady('dialog module can only be used after app is ready, not');
    const question = second ?? (first as Question);
    recorded.questions.push(question);
    const [answer = 0] = recorded.answers;
    if (recorded.answers.length > 1) recorded.answers.shift();
    return { question, answer };
  };
  return {
    /** Before Electron is ready Linux says it to a terminal alone. */
    showErrorBox: (title: string, content: string) => {
      const shown = isReady() || process.platform !== 'linux';
      recorded[shown ? 'errorBoxes' : 'onTerminal'].push(`${title}: ${content}`);
    },
    showMessageBox: (
      first: Electron.BaseWindow | FakeWindow | Electron.MessageBoxOptions,
      second?: Electron.MessageBoxOptions,
    ): Promise<Electron.MessageBoxReturnValue> => {
      const { question, answer } = ask(first, second);
      if (answer !== 'never') return Promise.resolve({ response: answer, checkboxChecked: false });
      return new Promise((resolve) => {
        question.signal?.addEventListener('abort', () =>
          resolve({ response: question.cancelId ?? 0, checkboxChecked: false }),
        );
      });
    },
    /** Everything else stands still until it is answered. */
    showMessageBoxSync: (
      first: Electron.BaseWindow | FakeWindow | Electron.MessageBoxSyncOptions,
      second?: Electron.MessageBoxSyncOptions,
    ): number => {
      const { answer } = ask(first, second);
      if (answer === 'never') throw new Error('The app would hang');
      return answer;
    },
    showSaveDialog: () =>
      Promise.resolve({ canceled: recorded.saveTo === null, filePath: recorded.saveTo ?? '' }),
  } satisfies Partial<Record<keyof Electron.Dialog, unknown>>;
}
