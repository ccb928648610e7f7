import type Electron from 'electron';
import { describe, expect, it } from 'vitest';
import { createNotebook } from '../../electron/core/diagnostics/notebook.ts';
import {
  keepAlive,
  watchProcesses,
  type Life,
  type LifeNotice,
} from '../../electron/shell/life.ts';
import { APP_HOST, APP_SCHEME, respond } from '../../electron/shell/protocol.ts';
import { Deaths, TROUBLE_ADDRESS, troubleFiles } from '../../electron/shell/trouble.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { eventually } from '../support/eventually.ts';
import { createElectron, FakeWindow } from '../support/electron.ts';
import { virtualClock } from '../support/virtualClock.ts';

const about = { version: '1.2.3', system: 'linux x64', parts: { Electron: '45.0.0' } };

/** A desk that is open, watched over by a clock of its own; `another` opens one more beside it. */
async function desk() {
  const { electron, recorded } = createElectron('unused');
  await electron.app.whenReady();
  const clock = virtualClock();
  const deaths = new Deaths(clock);
  const told: LifeNotice[] = [];
  const life: Life = {
    app: electron.app,
    dialog: electron.dialog,
    ...{ clock, deaths, log: { write: () => undefined }, words: () => ENGLISH_WORDS },
    tell: (_contents, notice) => told.push(notice),
  };
  const another = async (): Promise<FakeWindow> => {
    const made = new FakeWindow({ show: false });
    keepAlive(made as unknown as Electron.BrowserWindow, life);
    await made.loadURL('app://waybill/');
    return made;
  };
  const window = await another();
  const settle = async (): Promise<void> => {
    clock.advance(0);
    await eventually(() => expect(clock.waiting()).toBe(0));
  };
  return {
    electron,
    recorded,
    clock,
    deaths,
    told,
    life,
    window,
    another,
    settle,
    page: window.webContents,
  };
}

/** Lets what was answered be acted upon. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a desk whose renderer dies', () => {
  it.each(['crashed', 'oom', 'killed', 'launch-failed', 'clean-exit'] as const)(
    'is opened again where the person was, who is told once (%s)',
    async (reason) => {
      const { page, told, settle, window } = await desk();
      page.navigate('app://waybill/#/areas/7');
      page.crash(reason);
      await settle();
      expect(window.loaded.at(-1)).toBe('app://waybill/#/areas/7');
      expect(page.isCrashed()).toBe(false);
      expect(told.map(({ code }) => code)).toEqual(['desk.restarted']);
      expect(window.shown).toBe(true);
      await page.load('app://waybill/');
      expect(told).toHaveLength(1);
    },
  );

  it('again and again ends in a page that says what is safe, not in a blank window', async () => {
    const { page, told, settle, window, clock } = await desk();
    for (const _death of [1, 2, 3]) {
      page.crash('crashed');
      await settle();
      clock.advance(5_000);
    }
    expect(window.loaded.at(-1)).toBe(TROUBLE_ADDRESS);
    expect(told).toHaveLength(2);
    expect(page.isCrashed()).toBe(false);
    // The way back is a link of that page.
    expect(page.navigate('app://waybill/')).toBe(true);
  });

  it('counts none that lies ahead, since the clock was put back', () => {
    let now = 3_600_000;
    const deaths = new Deaths({ now: () => now });
    const death = { what: 'desk', reason: 'crashed', code: 139 };
    deaths.note(death);
    deaths.note(death);
    now = 0;
    deaths.note(death);
    expect(deaths.inALoop()).toBe(false);
    deaths.note(death);
    deaths.note(death);
    expect(deaths.inALoop()).toBe(true);
  });

  it('together with all others by one cause is in no loop', async () => {
    const { window, another, settle, deaths } = await desk();
    const windows = [window, await another(), await another()];
    for (const { webContents } of windows) webContents.crash('killed');
    await settle();
    for (const { loaded } of windows) expect(loaded.at(-1)).toBe('app://waybill/');
    expect(deaths.lines()).toHaveLength(3);
  });

  it('leaves the focus where the person types', async () => {
    const { page, settle, window } = await desk();
    window.show();
    window.blur();
    page.crash('crashed');
    await settle();
    expect([window.shown, window.hasFocus]).toEqual([true, false]);
    window.minimize();
    page.crash('crashed');
    await settle();
    expect([window.isMinimized(), window.hasFocus]).toEqual([true, false]);
  });

  it('now and then is opened again each time', async () => {
    const { page, settle, window, clock } = await desk();
    for (const _death of [1, 2, 3, 4]) {
      page.crash('crashed');
      await settle();
      clock.advance(30_000);
    }
    expect(window.loaded.at(-1)).toBe('app://waybill/');
  });

  it('even on that page ends in a question of the system', async () => {
    const { page, recorded, settle, window } = await desk();
    for (const _death of [1, 2, 3, 4]) {
      page.crash('crashed');
      await settle();
    }
    await turn();
    expect(recorded.questions.map(({ message }) => message)).toEqual([
      'Waybill can’t show its desk',
    ]);
    expect(recorded.quit).toBe(true);
    expect(window.loaded.at(-1)).toBe(TROUBLE_ADDRESS);
  });

  it('after its window was closed is left alone', async () => {
    const { page, settle, window, told } = await desk();
    page.crash('crashed');
    window.close();
    await settle();
    expect(window.loaded).toEqual(['app://waybill/']);
    expect(told).toEqual([]);
  });
});

describe('a page that fails', () => {
  it('to load is loaded again, and ends in the page of trouble', async () => {
    const { page, settle, window } = await desk();
    page.failing = (url) => url === 'app://waybill/';
    await window.loadURL('app://waybill/').catch(() => undefined);
    await settle();
    await turn();
    await settle();
    await turn();
    expect(window.loaded.at(-1)).toBe(TROUBLE_ADDRESS);
    expect(window.shown).toBe(true);
  });

  it('to load a part, or is led elsewhere before it was there, has not failed', async () => {
    const { page, settle, window } = await desk();
    page.emit('did-fail-load', {}, -2, 'ERR_FAILED', 'app://waybill/x.png', false, 1, 1);
    page.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://waybill/', true, 1, 1);
    await settle();
    expect(window.loaded).toHaveLength(1);
  });

  it.each(['app://waybill/', 'app://waybill/#/areas'])(
    'because its preload script threw is loaded again, and not only led to %s',
    async (address) => {
      const { page, settle, window, told } = await desk();
      page.navigate(address);
      page.emit('preload-error', {}, '/app/preload.cjs', new TypeError('made up'));
      await settle();
      expect(window.loaded).toEqual(['app://waybill/', address]);
      expect(told.map(({ code }) => code)).toEqual(['desk.restarted']);
    },
  );
});

describe('a desk that hangs', () => {
  it('is opened again where the person wants it', async () => {
    const { window, recorded, settle } = await desk();
    recorded.answers = [1];
    window.emit('unresponsive');
    await turn();
    await settle();
    expect(recorded.questions).toHaveLength(1);
    expect(window.loaded).toHaveLength(2);
  });

  it('and answers after all takes the question away', async () => {
    const { window, recorded, settle } = await desk();
    recorded.answers = ['never'];
    window.emit('unresponsive');
    window.emit('unresponsive');
    window.emit('responsive');
    await turn();
    await settle();
    expect(recorded.questions).toHaveLength(1);
    expect(recorded.questions[0]?.signal?.aborted).toBe(true);
    expect(window.loaded).toHaveLength(1);
  });
});

describe('a process beside the windows', () => {
  const gone = (
    { electron, life }: Awaited<ReturnType<typeof desk>>,
    type: Electron.Details['type'],
    reason: Electron.Details['reason'],
    told: LifeNotice[],
  ): void => {
    watchProcesses(electron.app as unknown as Electron.App, life, (notice) => told.push(notice));
    for (const _time of [1, 2]) {
      electron.app.emit('child-process-gone', {}, { type, reason, exitCode: 1 });
    }
  };

  it('that drew is told of once, and written down', async () => {
    const world = await desk();
    const told: LifeNotice[] = [];
    gone(world, 'GPU', 'crashed', told);
    expect(told.map(({ code }) => code)).toEqual(['desk.graphicsRestarted']);
    expect(world.deaths.lines()).toHaveLength(2);
  });

  it('that ended as it should, or drew nothing, is nobody’s concern', async () => {
    const world = await desk();
    const told: LifeNotice[] = [];
    gone(world, 'GPU', 'clean-exit', told);
    gone(world, 'Utility', 'killed', told);
    expect(told).toEqual([]);
  });
});

describe('the page of trouble', () => {
  const page = async (
    path: string,
    words = ENGLISH_WORDS,
    mayBeSaved = true,
  ): Promise<Response> => {
    const { deaths } = await desk();
    deaths.note({ what: 'desk', reason: 'crashed', code: 139 });
    const notebook = createNotebook(virtualClock());
    notebook.over({ write: () => undefined }).write('error', 'desk.gone', { reason: 'oom' });
    const folder = '/home/Zoë & <i>/Waybill';
    const files = troubleFiles(folder, about, deaths, notebook.problems, () => words, mayBeSaved);
    return respond(new Request(`app://waybill${path}`), files, {
      protocol: `${APP_SCHEME}:`,
      host: APP_HOST,
    });
  };

  it('says what is safe, where it lies and what to do, without a script', async () => {
    const text = await (await page('/trouble.html')).text();
    expect(text).toContain('/home/Zoë &amp; &lt;i&gt;/Waybill');
    for (const words of ['What is safe', 'What to do', 'href="/"', 'href="/trouble.txt"']) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/<script|style=|on\w+=/);
    expect((await page('/trouble.css')).headers.get('content-type')).toMatch(/^text\/css/);
  });

  it('has no text to save where the policy lets none leave', async () => {
    expect(await (await page('/trouble.html', ENGLISH_WORDS, false)).text()).not.toContain('.txt');
    expect((await page('/trouble.txt', ENGLISH_WORDS, false)).status).toBe(404);
  });

  it('has a diagnostic text to save, which names versions and deaths and no folder', async () => {
    const reply = await page('/trouble.txt');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    const text = await reply.text();
    expect(text).toContain('Waybill 1.2.3 on linux x64');
    expect(text).toContain('desk: crashed (139)');
    expect(text).toContain('"event":"desk.gone","reason":"oom"');
    expect(text).not.toMatch(/home|Zoë/);
  });
});
