import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { isPublicAddress, type Resolve } from '../../../electron/core/adapters/publicOnly.ts';

/** Requests that may go to the public internet alone. */

const named =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: net.isIP(address) })));

/** A server of this computer that counts who comes. */
async function counting(): Promise<{ port: number; came: () => number }> {
  let came = 0;
  const server = net.createServer((socket) => {
    came += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

async function send(url: string, resolve: Resolve, env: NodeJS.ProcessEnv = {}) {
  const http = nodeHttp(env, undefined, resolve);
  const sent = await http.send({
    ...{ method: 'GET', purpose: 'read', headers: {}, url, maxBytes: 1_000, publicOnly: true },
    ...{ idleTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
  });
  http.close();
  return sent;
}

describe('a request to the public internet alone', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.255.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fe80::1%eth0'],
    ...['fc00::1', 'fd12::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '2002:7f00:1::', 'ff02::1'],
    ...['2001:0:4136:e378::1', '2001:db8::1', '3fff::1', 'no address'],
    ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe'],
  ])('knows that %s is none of it', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '193.0.0.1', '2a00:1450:4001::1', '64:ff9b::808:808'])(
    'knows that %s is of it',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('goes neither to this computer nor into a private network, however that is spelled', async () => {
    const { port, came } = await counting();
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1'];
    for (const host of hosts) {
      const sent = await send(`https://${host}:${port}/1.png`, named('8.8.8.8'));
      expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent', isPrivate: true } });
    }
    // A name with one private address among others is none that may be asked.
    const mixed = named('8.8.8.8', '127.0.0.1');
    for (const env of [{}, { HTTPS_PROXY: `http://127.0.0.1:${port}` }]) {
      const sent = await send(`https://photos.example:${port}/1.png`, mixed, env);
      expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent', isPrivate: true } });
    }
    expect(came()).toBe(0);
  });

  it('is not led there by a name that means another address a moment later', async () => {
    const { port, came } = await counting();
    let looks = 0;
    const changing: Resolve = (host) => named((looks += 1) === 1 ? '8.8.8.8' : '127.0.0.1')(host);
    const sent = await send(`https://photos.example:${port}/1.png`, changing);
    expect(sent).toMatchObject({ ok: false, failure: { why: 'notSent' } });
    expect([looks, came()]).toEqual([2, 0]);
  });

  it('asks no proxy for a name that no public server has', async () => {
    const { port, came } = await counting();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    for (const host of ['printer', 'intranet.corp', 'nas.local', 'nas.home.arpa', 'files.lan.']) {
      const sent = await send(`https://${host}/1.png`, named(), env);
      expect(sent, host).toMatchObject({ ok: false, failure: { why: 'notSent', isPrivate: true } });
    }
    expect(came()).toBe(0);
    await send('https://photos.example/1.png', named(), env);
    expect(came()).toBe(1);
  });

  it('goes by a proxy, which may lie anywhere', async () => {
    const { port, came } = await counting();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    await send('https://photos.example/1.png', named('8.8.8.8'), env);
    expect(came()).toBe(1);
  });
});
