import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogFile } from '../../../electron/core/adapters/logFile.ts';
import { createNodePorts } from '../../../electron/core/adapters/nodePorts.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { createCore } from '../../../electron/core/createCore.ts';
import { createNotebook } from '../../../electron/core/diagnostics/notebook.ts';
import { unpackText } from '../../../electron/core/zip.ts';
import { ok } from '../../../shared/result.ts';
import { startTestService } from '../../support/localService.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { isState } from '../session/support.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'waybill-test-'));
  folders.push(made);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

/** What must be in no file, whoever writes it into the log by mistake. */
const CANARIES = [
  ...['Zoë Canary', 'WB-014-CANARY', '52.123456', 'canary@fleet.example.com', 'Canary yard 7'],
  ...['eyJhbGciOiJIUzI1NiJ9.Y2FuYXJ5.c2ln', 'https://canary.example.com/api', '/home/canary/data'],
];
const KEYS = [
  ...['query', 'role', 'entity', 'name', 'error', 'code', 'why', 'reason', 'what', 'type', 'at'],
  ...['message', 'doubt', 'filter', '__proto__', 'constructor', 'ms'],
];

describe('what is noted', () => {
  it('holds words of the program alone, whatever is written into the log', () => {
    const kept: string[] = [];
    const notebook = createNotebook(virtualClock(), (line) => kept.push(line));
    const log = notebook.over({ write: () => undefined });
    for (const canary of CANARIES) {
      for (const key of KEYS) {
        log.write('error', 'made.up', Object.fromEntries([[key, canary]]));
        log.write('info', 'db.slow', Object.fromEntries([[key, canary]]));
      }
    }
    log.write('warn', 'made.up', { lat: 52.123456, lng: 5.2, speed: 31, rows: 0.5 });
    const all = JSON.stringify([kept, notebook.problems(), notebook.slow(), notebook.timings()]);
    for (const canary of CANARIES) expect(all).not.toContain(canary);
    expect(all).not.toMatch(/canary|5\.2|31|0\.5/i);
    expect(notebook.problems().length).toBeGreaterThan(50);
  });

  it('keeps what helps: calls, queries, codes, classes, places in the code, times', () => {
    const clock = virtualClock();
    const notebook = createNotebook(clock);
    const log = notebook.over({ write: () => undefined });
    const details = [
      { name: 'outbox.write', error: 'TypeError', at: 'drain.ts:12:3' },
      { query: 'records.window', role: 'reader', ms: 41 },
      { code: 'db.closed' },
      { reason: 'crashed', code: 139 },
      { error: 'SQLITE_FULL', entity: 'vehicle', rows: 10 },
    ];
    for (const detail of details) log.write('error', 'made.up', detail);
    expect(notebook.problems().map(({ detail }) => detail)).toEqual(details);
  });

  it('sums up how long things took, by what they were done with', () => {
    const notebook = createNotebook(virtualClock());
    const log = notebook.over({ write: () => undefined });
    for (const ms of [40, 10]) log.write('info', 'sync.scan', { entity: 'vehicle', ms });
    log.write('info', 'core.opened', { ms: 7 });
    expect(notebook.timings()).toMatchObject([
      { event: 'sync.scan', of: 'vehicle', count: 2, lastMs: 10, longestMs: 40 },
      { event: 'core.opened', of: '', count: 1, lastMs: 7, longestMs: 7 },
    ]);
  });

  it('never grows without end, and hands every line on', () => {
    const handed: string[] = [];
    const notebook = createNotebook(virtualClock());
    const log = notebook.over({ write: (_level, event) => handed.push(event) });
    for (let count = 0; count < 1_000; count += 1) {
      log.write('error', `made.up${String(count)}`, { ms: count, entity: 'vehicle' });
    }
    expect(handed).toHaveLength(1_000);
    expect(notebook.problems()).toHaveLength(200);
    expect(notebook.problems().at(-1)?.event).toBe('made.up999');
    expect(notebook.timings()).toHaveLength(200);
  });
});

describe('the log that outlives the app', () => {
  it('turns over when it is full, and tells the end of both files', () => {
    const made = path.join(folder(), 'logs');
    const log = createLogFile(made, 100);
    for (let count = 0; count < 30; count += 1) log.write(`line ${String(count)}`);
    const sizes = ['waybill.log', 'waybill.1.log'].map(
      (name) => statSync(path.join(made, name)).size,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(log.tail().trim().split('\n').at(-1)).toBe('line 29');
    expect(createLogFile(made, 100).tail()).toBe(log.tail());
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    const made = path.join(folder(), 'logs');
    createLogFile(made).write('line');
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(made, 'waybill.log')).mode & 0o777).toBe(0o600);
  });

  it('costs nothing but its lines where the disk refuses', () => {
    const file = path.join(folder(), 'file');
    createLogFile(path.dirname(file)).write('line');
    const log = createLogFile(path.join(path.dirname(file), 'waybill.log', 'deeper'));
    log.write('lost');
    expect(log.tail()).toBe('');
  });
});

describe('the diagnostic bundle', () => {
  it('shows what it saves, and nothing of the fleet, the account or the token is in it', async () => {
    const service = await startTestService({ dataDir: ':memory:', vehicles: 4 });
    const dataDir = path.join(folder(), 'desk');
    const base = createNodePorts({ dataDir, logLevel: 'error', keepsLog: true });
    const saved: Uint8Array[] = [];
    const started = await createCore({
      ...{ ...base, localService: service, secrets: memorySecrets(), database: 'inline' },
      files: {
        folder: () => Promise.resolve(ok(null)),
        save: (fileName, _mime, bytes) => {
          saved.push(bytes);
          return Promise.resolve(ok({ outcome: 'file', href: null, fileName }));
        },
      },
    });
    if (!started.ok) throw new Error(started.error.message);
    const core = started.value;
    const online = new Promise<void>((resolve) => {
      core.on((event) => isState('online')(event) && resolve());
    });
    await core.call('session.openLocal', {});
    await online;
    await core.call('records.refresh', { entity: 'vehicle' });
    const view = { entity: 'vehicle' as const };
    const rows = await core.call('records.window', { view, offset: 0, limit: 10 });
    if (!rows.ok) throw new Error(rows.error.message);
    const shown = await core.call('diagnostics.preview', {});
    if (!shown.ok) throw new Error(shown.error.message);
    const { files } = shown.value;
    expect(files.map(({ name }) => name)).toEqual([
      ...['about.txt', 'timings.txt', 'outbox.txt', 'problems.txt', 'slow-queries.txt', 'log.txt'],
    ]);
    const text = files.map((file) => file.text).join('\n');
    expect(text).toMatch(/sync\.scan vehicle: last \d+ ms/);
    expect(text).toMatch(/core\.opened: last \d+ ms/);
    expect(text).toContain('Account: local');

    const { token, email, password, baseUrl } = service.running();
    const vehicles = rows.value.rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>);
    const canaries = [
      ...[token, email, password, baseUrl, dataDir],
      ...vehicles.flatMap(({ regNo, vin, defaultLabel }) => [regNo, vin, defaultLabel]),
      ...vehicles.flatMap(({ lastCoordinates }) => {
        const { lat, lng } = (lastCoordinates ?? {}) as { lat?: number; lng?: number };
        return [String(lat), String(lng)];
      }),
    ].filter((canary) => typeof canary === 'string' && canary.length > 3 && canary !== 'undefined');
    expect(canaries.length).toBeGreaterThan(10);
    for (const canary of canaries) expect(text).not.toContain(canary);

    expect(await core.call('diagnostics.save', {})).toMatchObject({
      value: { saved: { outcome: 'file' } },
    });
    const [zip = new Uint8Array()] = saved;
    const about = await unpackText(zip, 'about.txt', 100_000);
    expect(about.ok && about.text).toContain('Waybill 0 (headless)');
    await core.close();
    await service.close();
    const log = path.join(dataDir, 'logs', 'waybill.log');
    expect(existsSync(log) && readFileSync(log, 'utf8')).toContain('"event":"sync.scan"');
  });
});
