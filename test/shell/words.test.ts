import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../electron/core/adapters/random.ts';
import { rememberedWords, shellFile } from '../../electron/shell/shellFile.ts';
import { shellWords } from '../../shared/ipc/shell.ts';
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts';
import {
  counted,
  ENGLISH_WORDS,
  SHELL_COUNTS,
  SHELL_TEXTS,
  type ShellWords,
} from '../../shared/rules/shellWords.ts';
import { outside as arabic } from '../../renderer/text/ar/outside.ts';
import { outside as german } from '../../renderer/text/de/outside.ts';
import { eventually } from '../support/eventually.ts';
import { answering, endAll, launch, temporaryFolder } from '../support/shell.ts';
import type { Launched } from '../support/shell.ts';

afterEach(endAll);

const GERMAN: ShellWords = { ...ENGLISH_WORDS, ...german, language: 'de' };
const ARABIC: ShellWords = { ...ENGLISH_WORDS, ...arabic, language: 'ar', direction: 'rtl' };

async function tell(fake: Launched, words: ShellWords): Promise<unknown> {
  const { webContents } = await answering(fake);
  const sender = { sender: webContents, senderFrame: webContents.mainFrame } as never;
  return fake.recorded.invoke.get(CALL_CHANNEL)?.(sender, 'shell.words', words);
}

/** What the menus and the tray say, and the page of trouble. */
const said = async ({ recorded }: Launched): Promise<unknown> => ({
  menus: recorded.menu.map(({ label }) => label),
  edit: recorded.menu
    .flatMap(({ role, submenu }) => (role === 'editMenu' ? (submenu as { label?: string }[]) : []))
    .map(({ label }) => label)
    .slice(0, 2),
  tray: recorded.trays.map(({ menu }) => menu?.template.map(({ label }) => label)),
  trouble: /<html[^>]*>/.exec(
    (await (await recorded.sessions.get('default')?.fetch('app://waybill/trouble.html'))?.text()) ??
      '',
  )?.[0],
});

describe('what is said outside the windows', () => {
  it('is said in the language of the desk once it has told its words, and from the next start on', async () => {
    const fake = await launch();
    await answering(fake);
    expect(await said(fake)).toMatchObject({
      ...{ menus: ['&File', '&Edit', '&View', '&Window'], edit: ['Undo', 'Redo'] },
      trouble: '<html lang="en" dir="ltr">',
    });
    expect(await tell(fake, ARABIC)).toMatchObject({ ok: true });
    const inArabic = {
      menus: ['ملف', 'تحرير', 'عرض', 'نافذة'],
      edit: ['تراجع', 'إعادة'],
      tray: [['فتح Waybill', 'لا شيء ينتظر', undefined, 'إنهاء']],
      trouble: '<html lang="ar" dir="rtl">',
    };
    expect(await said(fake)).toMatchObject(inArabic);
    fake.electron.app.quit();
    await eventually(() => expect(fake.recorded.quit).toBe(true));
    const again = await launch({ argv: ['.', '--data', fake.electron.app.getPath('userData')] });
    await answering(again);
    expect(await said(again)).toMatchObject(inArabic);
  });

  it('is refused where a word lacks or is none, and remembered by nobody', async () => {
    const fake = await launch();
    const { quit: _quit, ...texts } = german.texts;
    for (const wrong of [
      { ...GERMAN, texts },
      { ...GERMAN, texts: { ...german.texts, quit: '' } },
      { ...GERMAN, texts: { ...german.texts, more: 'x' } },
      { ...GERMAN, language: '"><script>' },
      { ...GERMAN, direction: 'up' },
    ]) {
      expect(await tell(fake, wrong as never)).toMatchObject({
        error: { code: 'ipc.invalidInput' },
      });
    }
    expect(fake.recorded.menu[0]?.label).toBe('&File');
  });

  it('of another version is English again, and takes no other setting with it', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'shell.json');
    const attention = { notifications: false, quiet: true, quietFrom: '20:00', quietTo: '06:30' };
    writeFileSync(file, JSON.stringify({ attention, words: { texts: { quit: 'x' } } }));
    expect(rememberedWords(folder)).toEqual(ENGLISH_WORDS);
    const fake = await launch({ argv: ['.', '--data', folder] });
    expect(await tell(fake, GERMAN)).toMatchObject({ ok: true });
    await eventually(() => expect(rememberedWords(folder)).toEqual(GERMAN));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ attention });
  });
});

it('takes no setting away from a file that could not be read when they came', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'shell.json');
  const attention = { notifications: false, quiet: true, quietFrom: '20:00', quietTo: '06:30' };
  mkdirSync(file);
  const stored = shellFile(folder, systemRandom());
  await stored.load();
  expect(stored.setWords(GERMAN)).toBe(true);
  expect(await stored.setAttemptedUpdate('1.3.0')).toMatchObject({
    error: { code: 'disk.notRead' },
  });
  rmdirSync(file);
  const before = { attention, words: ENGLISH_WORDS, attemptedUpdate: null };
  writeFileSync(file, JSON.stringify(before));
  expect(await stored.setAttemptedUpdate('1.3.1')).toMatchObject({ ok: true });
  expect(stored.attention()).toEqual(attention);
  const saved = { attention, words: GERMAN, attemptedUpdate: '1.3.1' };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(saved);
});

describe.each([
  ['German', GERMAN],
  ['Arabic', ARABIC],
])('the words in %s', (_name, words) => {
  it('are all there, with what differs in its place', () => {
    expect(shellWords.safeParse(words).success).toBe(true);
    for (const name of SHELL_TEXTS) {
      const holes = (text: string): number => text.split('{}').length;
      expect(holes(words.texts[name]), name).toBe(holes(ENGLISH_WORDS.texts[name]));
      if (/^menu/.test(name)) continue;
      expect(words.texts[name], name).not.toBe(ENGLISH_WORDS.texts[name]);
    }
    for (const name of SHELL_COUNTS) {
      for (const count of [3, 11, 100]) {
        expect(counted(words, name, count), name).toContain(String(count));
      }
    }
  });
});
