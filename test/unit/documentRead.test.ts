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
