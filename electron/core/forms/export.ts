import type { HandlersOf, Output, Parsed } from '../../../shared/ipc/contract.ts';
import { type AppError, fail, ok, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { safeFileName } from '../fileName.ts';
import { openedBy } from '../opened.ts';
import type { AccountPorts } from '../ports.ts';
import { areasAt } from './areasAt.ts';
import { brandOf } from './brand.ts';
import type { MadeDocument } from './document/make.ts';
import { wordsOf } from './document/words.ts';
import { copyOf, FormsOfAnswers, groundOf, nameFactsOf } from './sources.ts';
import { zoneOf } from '../timeZone.ts';

/**
 * An answer as PDF: the service's own where it can be had, else one that is typeset here from the
 * mirror. The reply says which it is; a local one says so on every page too.
 */

/** Form, day and id: `Pre-trip check 2026-03-01 A-17.pdf`. */
function fileNameOf(
  answerId: string,
  answerJson: string | null,
  formJson: string | null,
  timeZone: string,
): string {
  const { form, date } = nameFactsOf(answerId, answerJson, formJson, timeZone);
  return safeFileName([form, date, answerId], 'pdf', 'Answer');
}

/** Whether a local copy may stand in: the service could not be asked, or failed. */
export function mayFallBack(error: AppError): boolean {
  return error.kind === 'offline' || error.kind === 'server' || error.kind === 'auth';
}

function neverOpened(answerId: string, why: AppError | null): Result<never> {
  return fail({
    kind: why?.kind ?? 'missing',
    code: 'answer.notInMirror',
    message:
      `Answer ${answerId} can’t be made into a document: it was never opened on this computer` +
      (why === null ? '.' : `, and it can’t be read now. ${why.message}`),
    safe: 'Nothing was changed; answers that were opened before can be exported without a network.',
    next: why === null || why.kind === 'offline' ? 'waitForNetwork' : why.next,
    ...(why?.status === undefined ? {} : { status: why.status }),
    ...(why?.requestId === undefined ? {} : { requestId: why.requestId }),
  });
}

type Asked = Parsed<'desk.exportAnswer'>;
type Exported = Output<'desk.exportAnswer'>;

/** The PDF of one answer, for one account: each way to have it, and which is taken. */
class AnswerPdf {
  readonly #context: AccountContext;
  readonly #ports: AccountPorts;
  readonly #asked: Asked;
  readonly #timeZone: string;
  readonly #forms: FormsOfAnswers;

  constructor(context: AccountContext, ports: AccountPorts, asked: Asked) {
    this.#context = context;
    this.#ports = ports;
    this.#asked = asked;
    this.#timeZone = zoneOf(asked.timeZone);
    this.#forms = new FormsOfAnswers(context, ports.clock);
  }

  async exported(): Promise<Result<Exported>> {
    const { from, answerId } = this.#asked;
    if (from === 'local') return this.#made();
    const served = await this.#fromService();
    if (served.ok || !mayFallBack(served.error)) return served;
    if (from === 'service') return (await this.#asSaved()) ?? served;
    const local = await this.#made();
    // Why there is no copy matters less than why the service could not give its own.
    return !local.ok && local.error.code === 'answer.notInMirror'
      ? neverOpened(answerId, served.error)
      : local;
  }

  async #hand(
    source: Exported['source'],
    fileName: string,
    bytes: Uint8Array,
    readAt: number | null,
    { notes, scripts }: Pick<MadeDocument, 'notes' | 'scripts'> = { notes: [], scripts: [] },
  ): Promise<Result<Exported>> {
    const saved = await this.#ports.files.save(fileName, 'application/pdf', bytes);
    return saved.ok ? ok({ source, readAt, notes, scripts, saved: saved.value }) : saved;
  }

  /** The name of the file, from what the mirror knows of the answer. */
  async #name(): Promise<string> {
    const { answerId } = this.#asked;
    const copy = await copyOf(this.#context, answerId);
    const form = copy === null ? null : await this.#forms.of(copy.json);
    return fileNameOf(answerId, copy?.json ?? null, form?.json ?? null, this.#timeZone);
  }

  async #fromService(): Promise<Result<Exported>> {
    const { api, store } = this.#context;
    const { answerId } = this.#asked;
    const readAt = this.#ports.clock.now();
    const pdf = await api.download('getAnswerPdf', { params: { answerId } });
    if (!pdf.ok) return pdf;
    // A copy of its own, because bytes that travel to the database leave this thread.
    const bytes = Uint8Array.from(pdf.value);
    const stored = await store.write('pdfs.put', { answerId, bytes, readAt });
    if (!stored.ok) this.#ports.log.write('warn', 'pdf.notSaved', { code: stored.error.code });
    return this.#hand('service', await this.#name(), pdf.value, null);
  }

  /** The service's PDF as it was kept; null where it never was. */
  async #asSaved(): Promise<Result<Exported> | null> {
    const saved = await this.#context.store.read('pdfs.get', { answerId: this.#asked.answerId });
    if (saved === null) return null;
    return this.#hand('saved', await this.#name(), saved.bytes, saved.readAt);
  }

  async #made(): Promise<Result<Exported>> {
    const context = this.#context;
    const { answerId, paper, standard, language } = this.#asked;
    let copy = await copyOf(context, answerId);
    if (copy === null) {
      if (!context.connection.maySend()) return neverOpened(answerId, null);
      const read = await context.sync.readDocument('getAnswer', { answerId }, {});
      if (!read.ok) {
        return mayFallBack(read.error) ? neverOpened(answerId, read.error) : read;
      }
      copy = read.value;
    }
    const form = await this.#forms.of(copy.json);
    const files = await context.attachments.picturesOf(copy.json);
    const areas = await areasAt(context, copy.json);
    const document = await this.#ports.typesetter.make(
      [
        {
          ...{ answerId, answerJson: copy.json, readAt: copy.readAt, files, areas },
          ...{ formJson: form.json, formChanged: form.changed },
        },
      ],
      {
        ...(await brandOf(context)),
        ...{ timeZone: this.#timeZone, madeAt: this.#ports.clock.now() },
        locale: wordsOf(language).locale,
        ...(language === undefined ? {} : { language }),
        paper: paper ?? 'a4',
        standard: standard ?? 'ua-1',
      },
      await groundOf(context, this.#ports),
    );
    if (!document.ok) return document;
    const { pdf } = document.value;
    const fileName = fileNameOf(answerId, copy.json, form.json, this.#timeZone);
    return this.#hand('local', fileName, pdf, copy.readAt, document.value);
  }
}

/**
 * The handler of `desk.exportAnswer`. `auto` makes a document here only when the service can't be
 * asked (offline, signed out) or fails; a refusal or an unknown answer stays an error. `service`
 * never makes one here, and gives the service's PDF that was kept where the service can't be asked; `local`
 * never asks for the service's PDF.
 *
 * Errors: those of the request; `answer.notInMirror` when there is no copy; those of the typesetter
 * (`electron/core/forms/typesetter.ts`) and of saving.
 */
export function exportHandlers(
  account: () => AccountContext | null,
  ports: AccountPorts,
): Pick<HandlersOf<'desk'>, 'desk.exportAnswer' | 'desk.savedPdf'> {
  const opened = openedBy(account);
  return {
    'desk.savedPdf': async ({ answerId }) => {
      const context = account();
      const readAt =
        context === null ? null : await context.store.read('pdfs.readAt', { answerId });
      return ok({ readAt });
    },
    'desk.exportAnswer': (asked) =>
      opened((context) => new AnswerPdf(context, ports, asked).exported()),
  };
}
