import { expect, it, vi } from 'vitest';

const REFUSED = { kind: 'service', code: 'http.500', message: 'the service failed (500)' } as const;

it('why a document could not be read stays said until a newer copy of it is here', async () => {
  let hear: (event: unknown) => void = () => undefined;
  let copy: { json: string | null; readAt: number | null } = { json: null, readAt: null };
  const call = (_name: string, { refresh }: { refresh: string }): Promise<unknown> => {
    const error = refresh === 'always' ? REFUSED : null;
    return Promise.resolve({ ok: true, value: { ...copy, thinned: null, error } });
  };
  const on = (listener: typeof hear): (() => void) => {
    hear = listener;
    return () => undefined;
  };
  const changed = { name: 'documentChanged', payload: { endpoint: 'listFuelSummary' } };
  vi.stubGlobal('window', { waybill: { call, on } });
  const { DocumentRead } = await import('../../renderer/state/document.svelte.ts');
  const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const document = new DocumentRead({ endpoint: 'listFuelSummary' });
  const stop = document.start();
  await quiet();
  expect(document.error?.code).toBe(REFUSED.code);

  // Another document of the endpoint came in.
  hear(changed);
  await quiet();
  expect(document.error?.code).toBe(REFUSED.code);

  copy = { json: '[]', readAt: 5 };
  hear(changed);
  await quiet();
  expect([document.json, document.error]).toEqual(['[]', null]);
  stop();
});

it('being back is said once for each time that the connection was away, however often it is told', async () => {
  const listeners: ((event: unknown) => void)[] = [];
  const on = (listener: (event: unknown) => void): (() => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  vi.resetModules();
  vi.stubGlobal('window', { waybill: { on } });
  const { connection } = await import('../../renderer/state/connection.svelte.ts');
  const back = vi.fn();
  const stop = connection.whenBack(back);
  const tell = (state: string): void => {
    for (const hear of listeners) hear({ name: 'connection', payload: { state } });
  };
  for (let i = 0; i < 3; i += 1) tell('offline');
  for (let i = 0; i < 3; i += 1) tell('online');
  expect(back).toHaveBeenCalledTimes(1);
  tell('workOffline');
  tell('online');
  expect(back).toHaveBeenCalledTimes(2);
  stop();
  tell('offline');
  tell('online');
  expect(back).toHaveBeenCalledTimes(2);
});

it('a record that goes stays on the screen while a dialog is open, which would go with it', async () => {
  let found: unknown = { row: { id: '7' }, ops: [] };
  const call = (): Promise<unknown> => Promise.resolve({ ok: true, value: found });
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const { RecordDetail } = await import('../../renderer/state/recordDetail.svelte.ts');
  const { openDialogs } = await import('../../renderer/state/openDialogs.svelte.ts');
  const record = new RecordDetail('vehicle', '7');
  await record.load();
  const close = openDialogs.add();
  found = null;
  await record.load();
  expect(record.found?.row.id).toBe('7');
  close();
  expect(record.found).toBeNull();
});
