import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { systemRandom } from '../../../electron/core/adapters/random.ts';
import type { DocumentWish } from '../../../electron/core/forms/document/make.ts';
import { SCRIPTS } from '../../../electron/core/forms/document/scripts.ts';
import {
  createFontFetch,
  FONT_SERVER,
  type FontFetch,
  type FontFetchOptions,
} from '../../../electron/core/forms/fontFetch.ts';
import { fontHandlers } from '../../../electron/core/forms/fontList.ts';
import {
  fileOfFont,
  OFFERED_FONTS,
  pathOfFont,
  type OfferedFont,
} from '../../../electron/core/forms/fontTable.ts';
import { createTypesetter } from '../../../electron/core/forms/typesetter.ts';
import { noPolicy, underPolicy } from '../../../electron/core/policy.ts';
import type { Http, Typesetter } from '../../../electron/core/ports.ts';
import { madeFont } from '../../support/madeFont.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { temporaryFolder } from '../session/support.ts';
import { testPorts } from '../sync/support.ts';

/** Fonts that a person fetches for scripts without one, from a server of this test. */

const FONT = madeFont('Noto Sans Tamil', 0x0b95, 12);
const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const TAMIL: OfferedFont = {
  ...{ script: 'Taml', family: 'Noto Sans Tamil', version: '1.2.3' },
  ...{ bytes: FONT.byteLength, sha256: sumOf(FONT) },
};
const FILE = 'NotoSansTamil_400Regular.ttf';

let folder: ReturnType<typeof temporaryFolder>;
let typesetter: Typesetter;
let server: http.Server;
let client: Http;
let asked: http.IncomingMessage[];
let answer: (response: http.ServerResponse) => void;
let online: boolean;

beforeEach(async () => {
  folder = temporaryFolder();
  const [clock, log] = [virtualClock(), { write: () => undefined }];
  typesetter = createTypesetter({ clock, log, dataDir: folder.folder });
  client = nodeHttp({});
  asked = [];
  online = true;
  answer = (response) => void response.end(FONT);
  server = http.createServer((request, response) => {
    asked.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await typesetter.close();
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** @param servers that a policy allows; null without a policy */
function fetching(
  options: Partial<FontFetchOptions> = {},
  servers: string[] | null = null,
): FontFetch {
  const policy = { ...noPolicy(''), servers };
  const ports = { ...testPorts(virtualClock()), http: client, typesetter, policy };
  const own = { ...underPolicy(ports, policy), policy, random: systemRandom() };
  return createFontFetch({
    ports: { ...own, paths: { data: folder.folder } },
    ...{ mayAsk: () => online, server: address(), offered: [TAMIL] },
    ...options,
  });
}

const kept = (): string[] => {
  const at = path.join(folder.folder, 'fonts');
  return existsSync(at) ? readdirSync(at) : [];
};
const codeOf = async (fonts: FontFetch, script = 'Taml'): Promise<string> => {
  const result = await fonts.fetch(script);
  return result.ok ? 'ok' : result.error.code;
};

function drawn() {
  const text = 'note: \u0b95\u0b99\u0b9a';
  const answerJson = JSON.stringify({ id: '7', values: { note: text } });
  const wish: DocumentWish = {
    ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', madeAt: 0 },
    ...{ tenant: '', logo: null },
  };
  return typesetter.make([{ answerId: '7', answerJson, formJson: null, readAt: 0 }], wish, null);
}

describe('a font that is fetched', () => {
  test('draws its script in the next document, and no more once it is taken away', async () => {
    const fonts = fetching();
    expect(await drawn()).toMatchObject({ value: { notes: ['Tamil: 3 without a font.'] } });
    expect(await codeOf(fonts)).toBe('ok');
    expect(kept()).toEqual([FILE]);
    const made = await drawn();
    expect(made).toMatchObject({ value: { notes: [], scripts: [], standard: 'ua-1' } });
    if (!made.ok) throw new Error(made.error.message);
    expect((await readPdf(made.value.pdf)).dense).toContain('\u0b95\u0b99\u0b9a');
    const desk = fontHandlers(folder.folder, fonts);
    expect(await desk['desk.fonts']({})).toMatchObject({
      value: { added: [{ file: FILE, family: 'Noto Sans Tamil', fetchedFor: 'Taml' }] },
    });
    expect(await desk['desk.removeFont']({ script: 'Taml' })).toMatchObject({ ok: true });
    expect(kept()).toEqual([]);
    expect(await drawn()).toMatchObject({ value: { scripts: ['Taml'] } });
  });

  test('is asked for once, with nothing that tells of a person', async () => {
    const fonts = fetching();
    expect(await Promise.all([codeOf(fonts), codeOf(fonts)])).toEqual(['ok', 'ok']);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /npm/@expo-google-fonts/noto-sans-tamil@1.2.3/400Regular/${FILE}`,
    ]);
    const names = Object.keys(asked[0]?.headers ?? {}).sort();
    expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  test('that is another file, too long or cut off is refused, and nothing is left of it', async () => {
    const other = Buffer.from(FONT);
    other[FONT.byteLength - 1] = 1 + (FONT[FONT.byteLength - 1] ?? 0);
    const wrong: [string, typeof answer][] = [
      ['fonts.other', (response) => void response.end(other)],
      ['fonts.other', (response) => void response.end(FONT.subarray(1))],
      ['fonts.other', (response) => void response.end(Buffer.concat([FONT, FONT]))],
      // It does not say how long it is.
      ['fonts.other', (response) => void response.write(FONT, () => response.end(FONT))],
      ['fonts.refused', (response) => void response.writeHead(404).end('no such package')],
      [
        'fonts.refused',
        (response) => void response.writeHead(302, { location: `${address()}elsewhere` }).end(),
      ],
      [
        'fonts.unreached',
        (response) => {
          response.writeHead(200, { 'content-length': FONT.byteLength });
          response.write(FONT.subarray(0, 100), () => response.destroy());
        },
      ],
    ];
    for (const [code, reply] of wrong) {
      answer = reply;
      expect(await codeOf(fetching())).toBe(code);
    }
    expect(asked).toHaveLength(wrong.length);
    expect(asked.every(({ url }) => url?.endsWith(FILE))).toBe(true);
    expect(kept()).toEqual([]);
  });

  test('that comes in drips is given up at its time', async () => {
    answer = (response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(drip));
    };
    const limits = { idleMs: 60_000, totalMs: 200 };
    expect(await codeOf(fetching({ limits }))).toBe('fonts.unreached');
    expect(kept()).toEqual([]);
  });

  test('that a person stops is asked for no more, and nothing is left of it', async () => {
    let closed = false;
    const begun = new Promise<void>((resolve) => {
      answer = (response) => {
        response.once('close', () => (closed = true));
        response.write(FONT.subarray(0, 100), () => resolve());
      };
    });
    const fonts = fetching();
    const desk = fontHandlers(folder.folder, fonts);
    const coming = codeOf(fonts);
    await begun;
    expect(await desk['desk.stopFont']({ script: 'Taml' })).toMatchObject({ ok: true });
    expect(await coming).toBe('fonts.unreached');
    await expect.poll(() => closed).toBe(true);
    expect(kept()).toEqual([]);
    // One that does not come is nothing to stop.
    expect(await desk['desk.stopFont']({ script: 'Taml' })).toMatchObject({ ok: true });
  });

  test('is not asked for offline, against a policy, or for scripts that none is known for', async () => {
    online = false;
    expect(await codeOf(fetching())).toBe('connection.workOffline');
    online = true;
    expect(await codeOf(fetching({}, ['https://fleet.example']))).toBe('policy.server');
    expect(await codeOf(fetching(), 'Zyyy')).toBe('fonts.unknown');
    expect(asked).toEqual([]);
    expect(await codeOf(fetching({}, [address()]))).toBe('ok');
  });

  test('that finds no room on the disk is refused in words', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const fonts = fetching({ put: () => Promise.reject(full) });
    expect(await codeOf(fonts)).toBe('disk.full');
    expect(kept()).toEqual([]);
  });

  test('that was torn by the end of the process is cleared away, and nothing else is', async () => {
    const at = path.join(folder.folder, 'fonts');
    mkdirSync(at);
    const torn = `${FILE}.${systemRandom().uuid()}.tmp`;
    for (const name of [torn, 'mine.ttf', 'mine.tmp']) writeFileSync(path.join(at, name), 'x');
    const fonts = fetching();
    await fontHandlers(folder.folder, fonts)['desk.fonts']({});
    expect(kept().sort()).toEqual(['mine.tmp', 'mine.ttf']);
    expect(await codeOf(fonts)).toBe('ok');
    expect(sumOf(readFileSync(path.join(at, FILE)))).toBe(TAMIL.sha256);
  });

  test('is one of a table that names a file of one version for each script, at one server', () => {
    expect(FONT_SERVER).toMatch(/^https:\/\/[a-z.]+\/$/);
    const open = SCRIPTS.filter(({ bundled }) => !bundled).map(({ script }) => script);
    for (const font of OFFERED_FONTS) {
      expect(open).toContain(font.script);
      expect(font.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(pathOfFont(font)).toMatch(
        /^npm\/@expo-google-fonts\/noto-(?:sans|serif)-[a-z]+@\d+\.\d+\.\d+\/400Regular\/Noto(?:Sans|Serif)[A-Z][a-z]+_400Regular\.ttf$/,
      );
    }
    expect(new Set(OFFERED_FONTS.map(fileOfFont)).size).toBe(OFFERED_FONTS.length);
    expect(new Set(OFFERED_FONTS.map(({ script }) => script)).size).toBe(OFFERED_FONTS.length);
  });
});
