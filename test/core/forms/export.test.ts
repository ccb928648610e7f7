import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportHandlers } from '../../../electron/core/forms/export.ts';
import { memorySecrets } from '../../../electron/core/adapters/secrets.ts';
import { DocumentMaker } from '../../../electron/core/forms/document/make.ts';
import type { Files, Typesetter } from '../../../electron/core/ports.ts';
import type { FaultRule } from '../../../electron/service/faults.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { denseText, readPdf } from '../../support/pdfFile.ts';
import { startTestService, type TestService } from '../../support/localService.ts';
import { openDesk, temporaryFolder, isState, type Desk } from '../session/support.ts';

/** Answers of the demo data; the first has fields that nobody declared. */
const CHECK = '600001';
const ACCIDENT = '600002';

let service: TestService;
let desk: Desk;
let folder: ReturnType<typeof temporaryFolder>;
let printed: string[];
let saved: { fileName: string; mimeType: string; start: string }[];
let typesetterError: Result<never> | null;

const maker = new DocumentMaker(null, []);
const typesetter: Typesetter = {
  async make(sources, wish) {
    const made = maker.make(sources, wish);
    if (made === null) throw new Error('The answer was not laid out.');
    printed.push((await readPdf(made.pdf)).dense);
    return typesetterError ?? ok(made);
  },
  merge: () => Promise.resolve(ok(null)),
  look: () => Promise.resolve({ why: 'damaged' }),
  pictures: () => Promise.resolve(ok([])),
  renewFonts: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const files: Files = {
  folder: () => Promise.resolve(ok(null)),
  save(fileName, mimeType, bytes) {
    saved.push({ fileName, mimeType, start: new TextDecoder().decode(bytes.slice(0, 10)) });
    return Promise.resolve(ok({ outcome: 'download' as const, href: '/download/1', fileName }));
  },
};

beforeAll(async () => {
  service = await startTestService({ dataDir: ':memory:', vehicles: 5 });
});
afterAll(() => service.close());

beforeEach(async () => {
  printed = [];
  saved = [];
  typesetterError = null;
  folder = temporaryFolder();
  desk = await openDesk(folder.folder, {
    localService: { ...service, close: () => Promise.resolve() },
    secrets: memorySecrets(),
    typesetter,
    files,
  });
  await desk.session.openLocal();
  await desk.until('online', isState('online'));
});
afterEach(async () => {
  service.running().faults.set([]);
  await desk.close();
  folder.remove();
});

function run(
  answerId: string,
  from: 'auto' | 'service' | 'local',
): Promise<Result<Output<'desk.exportAnswer'>>> {
  const handlers = exportHandlers(desk.session.context, desk.ports);
  return Promise.resolve(
    handlers['desk.exportAnswer']({ answerId, from, timeZone: 'Europe/Amsterdam' }),
  );
}

/** What opening an answer in the desk leaves in the mirror: the answer and its form. */
async function opened(answerId: string): Promise<void> {
  const sync = desk.session.context()?.sync;
  const read = await sync?.readDocument('getAnswer', { answerId }, {});
  if (sync === undefined || read?.ok !== true) throw new Error('The answer could not be read.');
  const formId = /"formId":"([^"]+)"/.exec(read.value.json)?.[1] ?? '';
  const form = await sync.readRecord('form', formId);
  if (!form.ok) throw new Error(form.error.message);
}

/** The text of the last document that was made here, without spaces. */
function page(): string {
  return printed.at(-1) ?? '';
}

function fault(rule: Omit<FaultRule, 'endpoint'>, endpoint: FaultRule['endpoint']): void {
  service.running().faults.set([{ ...rule, ...(endpoint === undefined ? {} : { endpoint }) }]);
}

/** What went out: source, file and how many documents were printed here. */
function outcome(result: Result<Output<'desk.exportAnswer'>>): unknown {
  return result.ok
    ? {
        source: result.value.source,
        fileName: result.value.saved.fileName,
        printed: printed.length,
      }
    : { code: result.error.code, printed: printed.length, saved: saved.length };
}

describe('an answer as PDF', () => {
  test('automatic takes the service’s own PDF while it can be had', async () => {
    expect(outcome(await run(CHECK, 'auto'))).toEqual({
      source: 'service',
      fileName: 'Answer 600001.pdf',
      printed: 0,
    });
    expect(saved[0]?.mimeType).toBe('application/pdf');
    expect(saved[0]?.start).toMatch(/^%PDF-1/);
    await opened(CHECK);
    const named = await run(CHECK, 'service');
    expect(named.ok && named.value.saved.fileName).toMatch(
      /^Pre-trip check \d{4}-\d{2}-\d{2} 600001\.pdf$/,
    );
  });

  test('offline it makes a document of the mirror’s copy, labelled, with the form’s own labels', async () => {
    await opened(CHECK);
    await desk.session.workOffline(true);
    expect(outcome(await run(CHECK, 'auto'))).toEqual({
      source: 'local',
      fileName: expect.stringMatching(/^Pre-trip check \d{4}-\d{2}-\d{2} 600001\.pdf$/) as string,
      printed: 1,
    });
    expect(saved[0]?.start).toMatch(/^%PDF-1/);
    expect(page()).toContain(denseText('Local copy made by Waybill'));
    expect(page()).toContain(denseText('Signature of the driver'));
    expect(page()).toContain(denseText('Equipment on board'));
    // What no form declares, to the letter.
    expect(page()).toContain(denseText('9007199254740993'));
    expect(page()).toContain('1.10');
    expect(page()).toContain(denseText('__proto__'));
    expect(page()).toContain(denseText('Times in Europe/Amsterdam'));
  });

  test('a form that changed leaves an earlier answer as it was asked, and the page says so', async () => {
    await opened(CHECK);
    await desk.session.workOffline(true);
    const store = desk.session.context()?.store;
    const id = 'form-pretrip';
    const form = await store?.read('records.get', { entity: 'form', id });
    const json = form?.row.json ?? '';
    const changed = json.replace('Signature of the driver', 'Seal of the owner');
    expect(changed).not.toBe(json);
    const now = Date.now();
    const text = changed.replace(
      /"updatedAt":"[^"]*"/,
      `"updatedAt":"${new Date(now).toISOString()}"`,
    );
    await store?.write('records.put', { entity: 'form', id, text, path: '$', readAt: now + 1 });
    await run(CHECK, 'local');
    expect(page()).toContain(denseText('Signature of the driver'));
    expect(page()).not.toContain(denseText('Seal of the owner'));
    expect(page()).toContain(denseText('The form was changed after this answer'));
  });

  test('offline an answer that was never opened is a clear error', async () => {
    await desk.session.workOffline(true);
    for (const from of ['auto', 'local'] as const) {
      const result = await run(ACCIDENT, from);
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'answer.notInMirror',
          next: 'waitForNetwork',
          message: expect.stringContaining('never opened on this computer') as string,
          safe: expect.stringContaining('without a network') as string,
        },
      });
    }
    expect(outcome(await run(ACCIDENT, 'service'))).toEqual({
      code: 'connection.workOffline',
      printed: 0,
      saved: 0,
    });
  });

  test('a service that fails or sends no PDF is replaced by a local copy, but only in automatic', async () => {
    await opened(ACCIDENT);
    for (const broken of [
      { kind: 'status', status: 500 },
      { kind: 'html' },
      { kind: 'dropBefore' },
      { kind: 'truncate' },
    ] as const) {
      printed = [];
      saved = [];
      fault(broken, 'getAnswerPdf');
      const refused = await run(ACCIDENT, 'service');
      expect(refused.ok, broken.kind).toBe(false);
      expect(printed).toEqual([]);
      fault(broken, 'getAnswerPdf');
      const result = await run(ACCIDENT, 'auto');
      expect(result, broken.kind).toMatchObject({ ok: true, value: { source: 'local' } });
      expect(printed).toHaveLength(1);
    }
  });

  test('a local copy is read first where it is missing and the network is there', async () => {
    expect(outcome(await run(ACCIDENT, 'local'))).toEqual({
      source: 'local',
      fileName: expect.stringContaining('Accident report') as string,
      printed: 1,
    });
    expect(page()).toContain(denseText('What happened'));
  });

  test('a refusal and an unknown answer stay errors', async () => {
    await opened(ACCIDENT);
    fault({ kind: 'status', status: 403 }, 'getAnswerPdf');
    expect(await run(ACCIDENT, 'auto')).toMatchObject({ ok: false, error: { kind: 'denied' } });
    service.running().faults.set([]);
    for (const from of ['auto', 'service', 'local'] as const) {
      expect(await run('no-such-answer', from)).toMatchObject({
        ok: false,
        error: { kind: 'missing' },
      });
    }
    expect(printed).toEqual([]);
    expect(saved).toEqual([]);
  });

  test('a typesetter that fails says so, and nothing is saved', async () => {
    await opened(CHECK);
    typesetterError = fail({ kind: 'local', code: 'document.failed', message: 'No ink.' });
    expect(outcome(await run(CHECK, 'local'))).toEqual({
      code: 'document.failed',
      printed: 1,
      saved: 0,
    });
  });

  test('a zone that this system does not know falls back to its own', async () => {
    await opened(CHECK);
    const handlers = exportHandlers(desk.session.context, desk.ports);
    const result = await handlers['desk.exportAnswer']({
      answerId: CHECK,
      from: 'local',
      timeZone: 'Nowhere/At-all',
    });
    expect(result.ok).toBe(true);
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(page()).toContain(denseText(`Times in ${own}`));
  });

  test('a service that was killed is replaced by a local copy', async () => {
    await opened(CHECK);
    await service.kill();
    try {
      expect(outcome(await run(CHECK, 'service'))).toMatchObject({ printed: 0, saved: 0 });
      expect(outcome(await run(CHECK, 'auto'))).toMatchObject({ source: 'local', printed: 1 });
    } finally {
      await service.revive();
    }
  });

  test('the service’s own that was had once is kept, and given with its age while it can’t be had', async () => {
    const handlers = exportHandlers(desk.session.context, desk.ports);
    const keptAt = async (): Promise<unknown> => {
      const kept = await handlers['desk.savedPdf']({ answerId: CHECK });
      return kept.ok ? kept.value.readAt : kept.error;
    };
    expect(await keptAt()).toBeNull();
    const own = await run(CHECK, 'auto');
    expect(own).toMatchObject({ ok: true, value: { source: 'service', readAt: null } });
    const readAt = await keptAt();
    expect(readAt).toEqual(expect.any(Number));
    await desk.session.workOffline(true);
    expect(await run(CHECK, 'service')).toMatchObject({
      ok: true,
      value: { source: 'saved', readAt, saved: { fileName: 'Answer 600001.pdf' } },
    });
    expect(saved.map(({ start }) => start)).toEqual([saved[0]?.start, saved[0]?.start]);
    expect(printed).toEqual([]);
    // Another answer's was never had.
    expect(outcome(await run(ACCIDENT, 'service'))).toMatchObject({
      code: 'connection.workOffline',
    });
  });
});
