import { ESLint } from 'eslint';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The project's own configuration. */
const eslint = new ESLint({ cwd: root });

/** Rules that the code breaks, each once, as if it were in that file. */
async function brokenRules(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  const fatal = result?.messages.find((message) => message.fatal);
  if (fatal !== undefined) throw new Error(`${file}: ${fatal.message}`);
  return [...new Set(result?.messages.map((message) => message.ruleId ?? '') ?? [])];
}

const use = (source: string) => `import { thing } from '${source}';\nthing();\n`;
const useType = (source: string) =>
  `import type { Thing } from '${source}';\nexport type A = Thing;\n`;

describe('imports', () => {
  const refused: [file: string, code: string, what: string][] = [
    ['shared/rules/made.ts', use('node:fs'), 'Node in shared/'],
    ['shared/rules/made.ts', use('fs'), 'Node under its old name in shared/'],
    ['shared/rules/made.ts', use('zod'), 'the whole of zod in shared/'],
    ['shared/rules/made.ts', use('svelte'), 'another package in shared/'],
    ['shared/rules/made.ts', use('../../electron/core/made.ts'), 'the core in shared/'],
    [
      'shared/rules/made.ts',
      useType('../../electron/core/made.ts'),
      'a type of the core in shared/',
    ],
    ['electron/core/made.ts', use('electron'), 'Electron in the core'],
    ['electron/core/made.ts', useType('electron'), 'a type of Electron in the core'],
    ['electron/core/made.ts', use('../service/made.ts'), 'the service in the core'],
    ['electron/core/made.ts', use('../shell/made.ts'), 'the shell in the core'],
    ['electron/core/deep/made.ts', use('../../../renderer/made.ts'), 'the renderer in the core'],
    ['electron/core/db/made.ts', use('../mirror/made.ts'), 'a feature in the database'],
    ['electron/core/db/made.ts', useType('../outbox/model/op.ts'), 'its types in the database'],
    ['electron/core/mirror/made.ts', use('../outbox/store/made.ts'), 'the outbox in the mirror'],
    ['electron/core/outbox/model/made.ts', use('../queue/made.ts'), 'the queue in what is pure'],
    ['electron/core/outbox/model/made.ts', use('../../db/handles.ts'), 'the disk in what is pure'],
    ['electron/core/outbox/model/made.ts', use('node:fs'), 'Node in what is pure'],
    ['electron/core/outbox/store/made.ts', use('../queue/made.ts'), 'the queue in the store'],
    ['electron/core/outbox/store/made.ts', use('../../api/client.ts'), 'the network in the store'],
    ['electron/core/outbox/queue/made.ts', use('../store/made.ts'), 'the store in the queue'],
    [
      'electron/core/outbox/queue/made.ts',
      use('../../session/made.ts'),
      'the session in the queue',
    ],
    ['electron/core/review/model/made.ts', use('../../db/handles.ts'), 'the disk in what is pure'],
    ['electron/core/review/store/made.ts', use('../../api/made.ts'), 'the network beside reviews'],
    ['electron/core/answers/model/made.ts', use('../store/made.ts'), 'the disk in what is pure'],
    ['electron/core/answers/store/made.ts', use('../queue/made.ts'), 'the queue in the store'],
    ['electron/core/answers/store/made.ts', use('../../api/made.ts'), 'the network in the store'],
    ['electron/core/answers/queue/made.ts', use('../store/made.ts'), 'the store in the queue'],
    ['electron/core/recovery/made.ts', use('../outbox/queue/made.ts'), 'the queue in recovery'],
    ['electron/core/sync/made.ts', use('../mirror/made.ts'), 'the mirror in scans'],
    ['electron/core/sync/made.ts', use('../outbox/queue/made.ts'), 'the queue in scans'],
    ['electron/service/made.ts', use('electron'), 'Electron in the service'],
    ['electron/service/made.ts', use('electron/main'), 'a part of Electron in the service'],
    ['electron/service/made.ts', use('../core/made.ts'), 'the core in the service'],
    ['electron/headless.ts', use('electron'), 'Electron in the headless host'],
    ['electron/headless/made.ts', use('electron'), 'Electron beside the headless host'],
    ['electron/preload.ts', use('./core/made.ts'), 'the core in the preload script'],
    ['electron/preload.ts', use('node:fs'), 'Node in the preload script'],
    ['electron/main.ts', use('../renderer/made.ts'), 'the renderer in main.ts'],
    ['renderer/features/made.ts', use('electron'), 'Electron in the renderer'],
    ['renderer/features/made.ts', use('node:path'), 'Node in the renderer'],
    [
      'renderer/features/made.ts',
      use('../../shared/ipc/contract.ts'),
      'the contract in the renderer',
    ],
    [
      'renderer/features/made.ts',
      useType('../../shared/ipc/contract.ts'),
      'its types past bridge.ts',
    ],
    ['renderer/features/made.ts', use('../../shared/model/area.ts'), 'a schema in the renderer'],
    ['renderer/features/made.ts', use('../../electron/core/made.ts'), 'the core in the renderer'],
    ['renderer/features/made.ts', use('zod'), 'the whole of zod in the renderer'],
    ['renderer/bridge.ts', use('../shared/ipc/contract.ts'), 'values of the contract in bridge.ts'],
    ['renderer/features/areas/made.ts', use('../forms/made.ts'), 'a feature in another'],
    ['renderer/features/areas/parts/made.ts', use('../../forms/made.ts'), 'and from its parts'],
    ['renderer/records/made.ts', use('../features/forms/made.ts'), 'a feature in a room below'],
    ['renderer/state/made.ts', use('../ui/made.ts'), 'the components in the state'],
    ['renderer/ui/made.ts', use('../records/made.ts'), 'records in the components'],
    ['renderer/map/made.ts', use('../records/made.ts'), 'records in the map'],
    ['renderer/answers/made.ts', use('../features/forms/made.ts'), 'a feature in the reader'],
  ];
  it.each(refused)('in %s, %j is refused: %s', async (file, code) => {
    expect(await brokenRules(file, code)).toContain('waybill/boundaries');
  });

  const accepted: [file: string, code: string][] = [
    ['shared/rules/made.ts', use('zod/mini')],
    ['shared/rules/made.ts', use('../result.ts')],
    ['electron/core/made.ts', use('node:fs') + useType('better-sqlite3')],
    ['electron/core/made.ts', `import { ok } from '../../shared/result.ts';\nok(1);\n`],
    [
      'electron/core/outbox/queue/made.ts',
      use('../model/made.ts') + use('../../api/made.ts') + useType('../store/made.ts'),
    ],
    ['electron/core/outbox/store/made.ts', use('../../mirror/made.ts') + use('../model/made.ts')],
    ['electron/core/recovery/made.ts', use('node:fs') + use('../outbox/store/made.ts')],
    ['electron/service/made.ts', use('fastify') + useType('../../shared/result.ts')],
    ['electron/main.ts', use('electron') + useType('./core/made.ts')],
    ['electron/shell/made.ts', use('electron') + useType('../core/made.ts')],
    ['electron/headless.ts', use('./core/made.ts') + useType('./service/made.ts')],
    ['electron/preload.ts', useType('../shared/ipc/contract.ts')],
    ['renderer/bridge.ts', useType('../shared/ipc/contract.ts')],
    ['renderer/records/made.ts', use('../../shared/model/entity.ts')],
    [
      'renderer/features/made.ts',
      use('../../shared/rules/units.ts') + useType('../../shared/model/area.ts'),
    ],
    [
      'renderer/features/areas/parts/made.ts',
      use('../draft.ts') + use('../../../records/made.ts') + use('../../../map/made.ts'),
    ],
    [
      'renderer/map/made.ts',
      `import url from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';\nurl();\n`,
    ],
  ];
  it.each(accepted)('in %s, %j is accepted', async (file, code) => {
    expect(await brokenRules(file, code)).not.toContain('waybill/boundaries');
  });

  it('sees every way to import', async () => {
    const ways = [
      `export { thing } from 'electron';\n`,
      `export * from 'electron';\n`,
      `const loaded = await import('electron');\nloaded.app.quit();\n`,
      `export type A = import('electron').App;\n`,
      `const { app } = require('electron');\napp.quit();\n`,
      `import 'electron';\n`,
    ];
    for (const code of ways) {
      expect(await brokenRules('electron/core/made.ts', code), code).toContain(
        'waybill/boundaries',
      );
    }
  });

  it('sees imports of a component', async () => {
    const code = `<script lang="ts">\n  import { thing } from 'node:fs';\n  thing();\n</script>\n`;
    expect(await brokenRules('renderer/features/Made.svelte', code)).toContain(
      'waybill/boundaries',
    );
  });
});

describe('one door for IPC', () => {
  const raw: [what: string, code: string][] = [
    ['ipcMain', `import { ipcMain } from 'electron';\nipcMain.handle('a', () => 1);\n`],
    ['ipcRenderer', `import * as electron from 'electron';\nelectron.ipcRenderer.send('a');\n`],
    ['webContents.send', `export const f = (w: W) => w.webContents.send('a');\n`],
    ['sender.send', `export const f = (event: E) => event.sender.send('a');\n`],
    [
      'webContents.postMessage',
      `export const f = (webContents: W) => webContents.postMessage('a');\n`,
    ],
  ];
  it.each(raw)('raw %s is refused outside preload.ts and shell/bind.ts', async (_what, code) => {
    expect(await brokenRules('electron/shell/window.ts', code)).toContain('waybill/ipc-door');
    expect(await brokenRules('electron/main.ts', code)).toContain('waybill/ipc-door');
    expect(await brokenRules('electron/shell/bind.ts', code)).not.toContain('waybill/ipc-door');
  });

  it('main.ts may hand ipcMain over to shell/bind.ts and no more', async () => {
    const handed = `import { ipcMain } from 'electron';\nbindCore(ipcMain);\n`;
    expect(await brokenRules('electron/main.ts', handed)).toEqual([]);
    expect(await brokenRules('electron/shell/window.ts', handed)).toContain('waybill/ipc-import');
    const renamed = `import { ipcMain as door } from 'electron';\ndoor.handle('a', () => 1);\n`;
    expect(await brokenRules('electron/shell/window.ts', renamed)).toContain('waybill/ipc-import');
  });

  it('leaves other things called send alone', async () => {
    const code = `export const f = (reply: R) => reply.send('a');\n`;
    expect(await brokenRules('electron/service/made.ts', code)).not.toContain('waybill/ipc-door');
  });
});

describe('time and chance', () => {
  const uses = ['Date.now()', 'new Date()', 'Math.random()', 'performance.now()', 'Date()'];
  it.each(uses)('%s is refused in the core and accepted elsewhere', async (call) => {
    const code = `export const a = ${call};\n`;
    expect(await brokenRules('electron/core/made.ts', code)).toContain('waybill/given-ports');
    expect(await brokenRules('electron/main.ts', code)).not.toContain('waybill/given-ports');
  });

  it('accepts a date made from a given time', async () => {
    const code = `export const a = (nowMs: number) => new Date(nowMs).toISOString();\n`;
    expect(await brokenRules('electron/core/made.ts', code)).not.toContain('waybill/given-ports');
  });
});

describe('statements', () => {
  const typed = 'waybill/typed-statements';
  const apart = 'waybill/plain-statements';
  const refused: [code: string, rule: string][] = [
    ['export const a = select({ id: t.op.id })`FROM op WHERE ${t.op.id} = ?`;\n', typed],
    ['export const a = select(t.op)`FROM ${t.op} WHERE target_id = ?`;\n', typed],
    ['export const a = statement`UPDATE op SET ${names(t.op.state)} = ?`;\n', typed],
    ['export const a = sql`EXISTS (SELECT 1 FROM op_lane)`;\n', typed],
    ["export const a = plainStatement<Row>('SELECT * FROM op');\n", apart],
    ["export const a = db.prepare('SELECT * FROM op').all();\n", apart],
    ['db.exec(`DELETE FROM op`);\n', apart],
  ];
  it.each(refused)('%s is refused', async (code, rule) => {
    expect(await brokenRules('electron/core/outbox/store/made.ts', code)).toContain(rule);
  });

  it('may be put together where their tables follow from the kinds of records', async () => {
    const code = 'export const a = plainStatement(`SELECT * FROM ${name}`);\n';
    expect(await brokenRules('electron/core/mirror/view.ts', code)).not.toContain(apart);
  });
});

describe('types', () => {
  it('any is refused', async () => {
    const rule = '@typescript-eslint/no-explicit-any';
    expect(
      await brokenRules('electron/core/made.ts', 'export const a = (b: any) => b;\n'),
    ).toContain(rule);
    const component = `<script lang="ts">\n  let { a }: { a: any } = $props();\n</script>\n{a}\n`;
    expect(await brokenRules('renderer/Made.svelte', component)).toContain(rule);
  });

  it('the non-null assertion is refused', async () => {
    const rule = '@typescript-eslint/no-non-null-assertion';
    const code = 'export const a = (b?: string) => b!.length;\n';
    expect(await brokenRules('electron/core/made.ts', code)).toContain(rule);
    const component = `<script lang="ts">\n  let { a }: { a?: string } = $props();\n  const b = a!;\n</script>\n{b}\n`;
    expect(await brokenRules('renderer/Made.svelte', component)).toContain(rule);
  });
});

describe('globals', () => {
  const foreign: [file: string, code: string][] = [
    ['shared/rules/made.ts', 'export const a = process.env;\n'],
    ['shared/rules/made.ts', 'export const a = document.title;\n'],
    ['electron/core/made.ts', 'export const a = window.name;\n'],
    ['renderer/made.ts', 'export const a = process.env;\n'],
    ['renderer/made.ts', `localStorage.setItem('a', 'b');\n`],
  ];
  it.each(foreign)('in %s, %j is refused', async (file, code) => {
    expect(await brokenRules(file, code)).toContain('no-restricted-globals');
  });
});

describe('markup', () => {
  const markup: [markup: string, rule: string][] = [
    ['<p style="color: red">a</p>', 'waybill/no-inline-style'],
    ['<p style={`top: ${String(1)}px`}>a</p>', 'waybill/no-inline-style'],
    ['<p {style}>a</p>', 'waybill/no-inline-style'],
    ['{@html "<b>a</b>"}', 'svelte/no-at-html-tags'],
  ];
  it.each(markup)('%s is refused', async (code, rule) => {
    expect(await brokenRules('renderer/Made.svelte', `${code}\n`)).toContain(rule);
  });

  it('the style directive is accepted', async () => {
    expect(await brokenRules('renderer/Made.svelte', '<p style:top="4px">a</p>\n')).toEqual([]);
  });
});

describe('words of the desk', () => {
  const rule = 'waybill/no-own-words';
  const component = (markup: string) => `<script lang="ts">\n  let a = 1;\n</script>\n${markup}\n`;
  const refused: [file: string, code: string][] = [
    ['renderer/records/made.ts', `export const a = [{ field: 'regNo', title: 'Registration' }];\n`],
    ['renderer/records/made.ts', `export const a = { hint: '15 digits and letters' };\n`],
    ['renderer/records/made.ts', 'export const a = (n: string) => ({ label: `Open ${n}` });\n'],
    ['renderer/records/made.ts', `toasts.say('Saved it');\n`],
    ['renderer/ui/Made.svelte', component('<p>Nothing here {a}</p>')],
    ['renderer/ui/Made.svelte', component('<p title="More about it">{a}</p>')],
    ['renderer/ui/Made.svelte', component('<input aria-label="Search {a}" />')],
    ['renderer/ui/Made.svelte', component(`<p>{a === 1 ? 'One thing' : a}</p>`)],
  ];
  it.each(refused)('in %s, %j is refused', async (file, code) => {
    expect(await brokenRules(file, code)).toContain(rule);
  });

  const accepted: [file: string, code: string][] = [
    ['renderer/text/en/made.ts', `export const a = { title: 'Registration' };\n`],
    ['renderer/records/made.ts', `export const a = [{ field: 'regNo', title: text.a }];\n`],
    ['renderer/ui/Made.svelte', component('<p class="more" title={text.a}>· {a}</p>')],
    ['shared/api/made.ts', `export const a = { title: 'Add a vehicle' };\n`],
  ];
  it.each(accepted)('in %s, %j is accepted', async (file, code) => {
    expect(await brokenRules(file, code)).not.toContain(rule);
  });
});

describe('names', () => {
  const rule = 'waybill/known-words';
  const refused: [file: string, code: string][] = [
    ['electron/core/made.ts', 'const kept = 1;\nexport default kept;\n'],
    ['electron/core/made.ts', 'export function settleAll(): void {}\n'],
    ['electron/shell/made.ts', 'export interface ToldNames {\n  a: 1;\n}\n'],
    ['electron/core/made.ts', 'export const KEPT_DAYS = 3;\n'],
    ['electron/core/made.ts', 'export class A {\n  #touched = 1;\n}\n'],
    ['renderer/text/en/made.ts', `export const a = { draftKept: 'Saved' };\n`],
    ['renderer/made.ts', `void call('removals.settle', {});\n`],
    ['shared/ipc/made.ts', `export const a = { 'desk.keptPdf': 1 };\n`],
    [
      'renderer/ui/Made.svelte',
      '<p class="a">·</p>\n<style>\n  .told {\n    color: red;\n  }\n</style>',
    ],
  ];
  it.each(refused)('in %s, %j has a word that is no name here', async (file, code) => {
    expect(await brokenRules(file, code)).toContain(rule);
  });

  const accepted: [file: string, code: string][] = [
    [
      'electron/core/made.ts',
      'export const [settled, untouched, keptoffs] = await Promise.allSettled([]);\n',
    ],
    ['renderer/text/en/made.ts', `export const a = { title: 'What was kept. What was told.' };\n`],
    ['test/made.ts', 'export const kept = 1;\n'],
  ];
  it.each(accepted)('in %s, %j is accepted as a name', async (file, code) => {
    expect(await brokenRules(file, code)).not.toContain(rule);
  });
});

describe('tests', () => {
  const partial = [
    `it.only('a', () => {});\n`,
    `describe.skip('a', () => {});\n`,
    `it.todo('a');\n`,
    `test.concurrent.only('a', () => {});\n`,
  ];
  it.each(partial)('%j is refused', async (code) => {
    expect(await brokenRules('test/made.test.ts', code)).toContain('waybill/whole-tests');
  });

  it('skipIf is accepted: it names what is missing', async () => {
    const code = `it.skipIf(process.platform === 'win32')('a', () => {});\n`;
    expect(await brokenRules('test/made.test.ts', code)).not.toContain('waybill/whole-tests');
  });
});
