import https from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { selfSigned } from '../../support/selfSigned.ts';

it('a server that nobody vouches for hears nothing, whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  let heard = 0;
  const server = https.createServer(selfSigned('fleet.example'), (_request, response) => {
    heard += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const http = nodeHttp({});
  onTestFinished(() => http.close());
  const { port } = server.address() as AddressInfo;
  const sent = await http.send({
    ...{ method: 'GET', purpose: 'read', url: `https://127.0.0.1:${port}/api/me` },
    ...{ headers: { authorization: 'Bearer secret' }, maxBytes: 1_000 },
    ...{ idleTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
  });
  expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
  expect(heard).toBe(0);
});

it('a write to a server that is gone was not sent, also where an earlier one was', async () => {
  const made = selfSigned('localhost');
  vi.spyOn(tls, 'getCACertificates').mockReturnValue([made.cert]);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = https.createServer(made, (_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const http = nodeHttp({});
  onTestFinished(() => http.close());
  const { port } = server.address() as AddressInfo;
  const write = () =>
    http.send({
      ...{ method: 'POST', purpose: 'mutation', url: `https://localhost:${port}/api/areas` },
      ...{ headers: {}, body: '{}', maxBytes: 1_000 },
      ...{ idleTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
    });
  expect(await write()).toMatchObject({ ok: true });
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  expect(await write()).toMatchObject({ ok: false, failure: { why: 'notSent' } });
});
