import { describe, expect, it } from 'vitest';
import { createDispatch } from '../../electron/core/dispatch.ts';
import type { Call } from '../../shared/ipc/call.ts';
import { callNames, contract, type CallName, type Handlers } from '../../shared/ipc/contract.ts';
import { MOST_IMPORT_BYTES } from '../../shared/ipc/outbox.ts';
import { fail, ok } from '../../shared/result.ts';

const SECRET = 'canary-input';

/** A dispatcher whose handlers all do the same. */
function dispatcher(
  handle: (name: CallName, input: unknown) => unknown,
  open: () => string | null = () => null,
) {
  const log: string[] = [];
  const handlers = Object.fromEntries(
    callNames.map((name) => [name, (input: unknown) => handle(name, input)]),
  ) as unknown as Handlers;
  const write = (...line: unknown[]) => void log.push(JSON.stringify(line));
  const call = createDispatch(handlers, { write }, open);
  return { call, log };
}

describe('the dispatcher', () => {
  it.each([
    'session.nothing',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'session.__proto__',
  ])('refuses the call %j', async (name) => {
    const { call } = dispatcher(() => ok({}));
    expect(await call(name, {})).toMatchObject({ ok: false, error: { code: 'ipc.unknownCall' } });
  });

  it('refuses names that are no text', async () => {
    const { call } = dispatcher(() => ok({}));
    const names: unknown[] = [undefined, null, 5, {}, ['session.connection']];
    for (const name of names) {
      const result = await call(name as string, {});
      expect(result).toMatchObject({ ok: false, error: { code: 'ipc.unknownCall' } });
    }
  });

  it('refuses wrong input of every call with the paths of the fields', async () => {
    const { call } = dispatcher(() => {
      throw new Error('must not be reached');
    });
    const wrong: unknown[] = [
      undefined,
      null,
      5,
      'text',
      [],
      JSON.parse('{"__proto__":{"x":1}}'),
      { unknownField: 1 },
      { unknownField: 'x'.repeat(1_000_000) },
    ];
    for (const name of callNames) {
      for (const input of wrong) {
        const result = await call(name, input);
        expect(result).toMatchObject({
          ok: false,
          error: { kind: 'invalid', code: 'ipc.invalidInput', next: 'editInput' },
        });
        expect(JSON.stringify(result).length).toBeLessThan(20_000);
      }
    }
    const deep = await call('records.window', {
      view: { entity: 'vehicle', filters: [{ field: '1; DROP', oneOf: [] }] },
      offset: -1,
      limit: 1,
    });
    expect(Object.keys((deep.ok ? undefined : deep.error.fields) ?? {}).sort()).toEqual([
      'offset',
      'view.filters.0.field',
    ]);
  });

  it('refuses input that would fill memory or disk, before it looks into it', async () => {
    const { call } = dispatcher(() => {
      throw new Error('must not be reached');
    });
    const endless: { again?: unknown } = {};
    endless.again = [endless, endless];
    const huge: unknown[] = [
      { text: 'x'.repeat(100_000_000) },
      { bytes: new Uint8Array(100_000_000) },
      { list: new Array<null>(10_000_000).fill(null) },
      endless,
    ];
    for (const input of huge) {
      const result = await call('outbox.write', input);
      expect(result).toMatchObject({ ok: false, error: { code: 'ipc.inputTooLarge' } });
    }
    const mostly = { bytes: new Uint8Array(MOST_IMPORT_BYTES) };
    expect(await call('outbox.import', mostly)).not.toMatchObject({
      error: { code: 'ipc.inputTooLarge' },
    });
  });

  it('takes the table of a whole fleet, to be saved as a file', async () => {
    const { call } = dispatcher(() =>
      ok({ saved: { outcome: 'cancelled', href: null, fileName: '' } }),
    );
    const row = Array.from({ length: 8 }, () => 'Vehicle 12');
    const rows = Array.from({ length: 100_000 }, () => row);
    const table = { name: 'Vehicles', format: 'csv', rows };
    expect(await call('desk.saveTable', table)).toMatchObject({ ok: true });
  });

  it('refuses whatever would change an account that was not meant, and hears what is of the app', async () => {
    let open: string | null = 'two';
    const heard: CallName[] = [];
    const { call } = dispatcher(
      (name) => {
        heard.push(name);
        return ok({});
      },
      () => open,
    );
    const codeOf = async (name: CallName, account: unknown): Promise<string> => {
      const result = await call(name, { account });
      return result.ok ? 'ok' : result.error.code;
    };
    const refused: CallName[] = [];
    for (const name of callNames) {
      if ((await codeOf(name, 'one')) === 'account.other') refused.push(name);
    }
    const ofTheApp = callNames.filter((name) => {
      const { does, of } = contract[name] as Call;
      return does === 'write' && of === 'app';
    });
    expect(heard.filter((name) => refused.includes(name))).toEqual([]);
    expect(refused).toEqual(
      callNames.filter((name) =>
        contract[name].does === 'write' ? !ofTheApp.includes(name) : name === 'desk.recall',
      ),
    );
    expect(ofTheApp.filter((name) => !/^(?:session|shell|diagnostics)\./.test(name))).toEqual([
      ...['desk.notices', 'desk.fetchFont', 'desk.stopFont', 'desk.removeFont'],
      ...['desk.saveText', 'desk.saveTable'],
    ]);
    // The one that is open is heard, also by name; and where none is, its handler says so.
    expect(await codeOf('session.syncNow', 'two')).toBe('ok');
    expect(await codeOf('session.syncNow', null)).toBe('ok');
    expect(await codeOf('session.syncNow', 5)).toBe('ipc.invalidInput');
    open = null;
    expect(await codeOf('session.syncNow', 'one')).toBe('ok');
  });

  it('hands over the parsed input and only the promised output', async () => {
    let got: unknown;
    const { call } = dispatcher((_name, input) => {
      got = input;
      return ok({ value: 'text', extra: SECRET });
    });
    expect(await call('desk.recall', { key: 'panes' })).toEqual(ok({ value: 'text' }));
    expect(got).toEqual({ key: 'panes' });
  });

  it('answers errors of handlers as they are', async () => {
    const error = fail({ kind: 'missing', code: 'x', message: 'No.' });
    const { call } = dispatcher(() => Promise.resolve(error));
    expect(await call('session.connection', {})).toEqual(error);
  });

  it.each([
    ['throws', () => Promise.reject(new TypeError(SECRET))],
    [
      'throws at once',
      () => {
        throw new RangeError(SECRET);
      },
    ],
    ['answers nothing', () => undefined],
    ['answers something else', () => ok({ state: SECRET })],
  ])('turns a handler that %s into a bug without data', async (_how, handle) => {
    const { call, log } = dispatcher(handle);
    const result = await call('session.connection', {});
    expect(result).toMatchObject({ ok: false, error: { kind: 'bug', code: 'ipc.bug' } });
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify([result, log])).not.toContain(SECRET);
  });

  it('says in the contract of no call that it answers a token', () => {
    for (const name of callNames) {
      const shape = JSON.stringify(contract[name].output, (key, value: unknown) =>
        typeof value === 'function' ? undefined : key === 'parent' ? undefined : value,
      );
      expect(`${name} ${shape}`).not.toMatch(/"(token|refreshToken|password)"/);
    }
  });
});
