import assert from 'node:assert/strict';
import type * as HttpAdapter from '../../../electron/core/adapters/http.ts';
import type * as PublicOnly from '../../../electron/core/adapters/publicOnly.ts';
import type * as Elsewhere from '../../../electron/core/attachments/elsewhere.ts';
import { noPolicy } from '../../../electron/core/policy.ts';
import type { HttpRequest } from '../../../electron/core/ports.ts';
import type * as AnswerFiles from '../../../shared/rules/answerFiles.ts';
import type { Load } from './load.ts';
import { READ, withoutNetwork } from './noNetwork.ts';

/** Check of what is asked of servers that an answer names: whom, how, and where it may lead. */

const HERE = 'https://photos.example/files/1.png';

/** Addresses that no answer may lead to. */
const INSIDE = ['127.0.0.1', '10.1.1.1', '192.168.1.1', '169.254.169.254', '::1', 'fd00::1'];

async function asked(load: Load): Promise<void> {
  const { createElsewhere } = await load<typeof Elsewhere>(
    'electron/core/attachments/elsewhere.ts',
  );
  const requests: HttpRequest[] = [];
  let to = '';
  const http = {
    send: (request: HttpRequest) => {
      requests.push(request);
      const headers: Record<string, string> = to === '' ? {} : { location: to };
      const reply = { status: to === '' ? 200 : 302, headers, body: new Uint8Array() };
      return Promise.resolve({ ok: true as const, reply });
    },
    close: () => undefined,
  };
  const codeOf = async (servers: string[] | null, online: boolean): Promise<string> => {
    const policy = { ...noPolicy(''), servers };
    const file = createElsewhere({ ports: { http, version: '0', policy }, mayAsk: () => online });
    const result = await file(HERE);
    return result.ok ? 'ok' : result.error.code;
  };
  assert.equal(await codeOf(['https://fleet.example'], true), 'policy.server');
  assert.equal(await codeOf(null, false), 'connection.workOffline');
  assert.equal(requests.length, 0);
  assert.equal(await codeOf(null, true), 'ok');
  const [request] = requests;
  assert.equal(request?.publicOnly, true);
  assert.deepEqual(Object.keys(request.headers).sort(), ['accept', 'user-agent']);
  assert.equal(request.maxBytes <= 32 * 1024 * 1024, true);
  to = 'https://evil.example/1.png';
  assert.equal(await codeOf(null, true), 'answers.elsewhereRedirect');
}

async function reached(load: Load): Promise<void> {
  const { isPublicAddress, publicLookup } = await load<typeof PublicOnly>(
    'electron/core/adapters/publicOnly.ts',
  );
  for (const address of INSIDE) assert.equal(isPublicAddress(address), false, address);
  assert.equal(isPublicAddress('8.8.8.8'), true);
  const inside = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  const found = await new Promise<boolean>((settle) => {
    publicLookup('photos.example', inside)('photos.example', {}, (error) => settle(error === null));
  });
  assert.equal(found, false);

  const { nodeHttp } = await load<typeof HttpAdapter>('electron/core/adapters/http.ts');
  const dialled = await withoutNetwork(async () => {
    const http = nodeHttp({}, undefined, inside);
    await http.send({ ...READ, url: 'https://127.0.0.1/1.png', publicOnly: true });
    http.close();
  });
  assert.equal(dialled, 0);
}

/** What answers name elsewhere is asked for over https, in the public internet alone, and of nobody else. */
export async function elsewhere(load: Load): Promise<void> {
  const { fileLinksElsewhere } = await load<typeof AnswerFiles>('shared/rules/answerFiles.ts');
  const links = [HERE, 'http://photos.example/2.png', 'https://x@photos.example/3.png'];
  const named = fileLinksElsewhere(JSON.stringify({ links }), 'https://fleet.example');
  assert.deepEqual(named, [HERE]);
  await asked(load);
  await reached(load);
}
