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
