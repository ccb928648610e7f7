import { describe, expect, it } from 'vitest';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import {
  createAttachments,
  type Attachments,
} from '../../../electron/core/attachments/attachments.ts';
import { createElsewhere } from '../../../electron/core/attachments/elsewhere.ts';
import { picturesOf } from '../../../electron/core/forms/document/photos.ts';
import {
  answerFileHandlers,
  recordFileHandlers,
} from '../../../electron/core/handlers/answerFiles.ts';
import { noPolicy } from '../../../electron/core/policy.ts';
import type { HttpRequest } from '../../../electron/core/ports.ts';
import { documentKey } from '../../../electron/core/sync/single.ts';
import { fileLinksElsewhere, fileLinksIn } from '../../../shared/rules/answerFiles.ts';
import { collecting, type Collected } from '../answers/support.ts';
import { freshFolder, ingest, valueOf } from '../db/support.ts';
import { testPorts } from '../sync/support.ts';

/** Files that answers name at other servers: asked for by a wish for that server alone. */

const HOST = 'photos.example';
const PHOTO = `https://${HOST}/shared/photos/41.png?key=a1`;
const REPORT = `https://${HOST}:8443/report.pdf`;
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

interface Abroad extends Collected {
  /** What other servers answer, by address; nobody is there otherwise. */
  replies: Map<string, Reply>;
  asked: HttpRequest[];
  attachments: Attachments;
  files: ReturnType<typeof answerFileHandlers>;
  online: boolean;
}

/** @param servers that a policy allows; null without a policy */
async function abroad(servers: string[] | null = null): Promise<Abroad> {
  const under = await collecting();
  const asked: HttpRequest[] = [];
  const replies = new Map<string, Reply>();
  const ports = {
    ...testPorts(under.clock),
    policy: { ...noPolicy(''), servers },
    http: {
      send: (request: HttpRequest) => {
        asked.push(request);
        const {
          status,
          headers = {},
          body = new Uint8Array(),
        } = replies.get(request.url) ?? {
          status: 0,
        };
        if (status === 0) {
          const failure = { why: 'notSent' as const, detail: 'nobody is there' };
          return Promise.resolve({ ok: false as const, failure });
        }
        const failure = { why: 'tooLarge' as const, detail: 'it is too large' };
        if (body.byteLength > request.maxBytes) {
          return Promise.resolve({ ok: false as const, failure });
        }
        return Promise.resolve({ ok: true as const, reply: { status, headers, body } });
      },
      close: () => undefined,
    },
  };
  const elsewhere = createElsewhere({ ports, mayAsk: () => self.online });
  const attachments = createAttachments(under.context, freshFolder(), elsewhere);
  const context = { ...under.context, attachments } as AccountContext;
  const files = answerFileHandlers(() => context);
  const self: Abroad = { ...under, replies, asked, attachments, files, online: true };
  return self;
}

const answer = (...links: string[]): string =>
  JSON.stringify({ id: 1, formId: 7, values: { links } });

/** Puts an answer into the mirror as if it had been read. */
async function keep({ context }: Abroad, json: string): Promise<void> {
  const key = documentKey('getAnswer', { answerId: '1' }, {});
  const params = JSON.stringify({ answerId: '1' });
  valueOf(
    await context.store.write('documents.put', {
      ...{ key, endpoint: 'getAnswer', params, query: '{}', text: json, path: '$', readAt: 1 },
    }),
  );
}

const codes = (failed: readonly { error: { code: string } }[]): string[] =>
  failed.map(({ error }) => error.code);

describe('files of other servers', () => {
  it('are those over https that look like files, and never the service’s own', () => {
    const links = [
      ...[PHOTO, REPORT, 'http://photos.example/1.png', 'https://fleet.example/files/2.png'],
      ...['https://someone@photos.example/3.png', 'https://photos.example/unsubscribe?who=7'],
    ];
    expect(fileLinksElsewhere(answer(...links), 'https://fleet.example/api')).toEqual([
      ...[PHOTO, REPORT],
    ]);
    expect(fileLinksElsewhere(answer(PHOTO), '')).toEqual([]);
  });

  it('are those too that stand where the answer says that there is a file, whatever they look like', () => {
    const at = (path: string): string => `https://${HOST}/${path}`;
    const json = JSON.stringify({
      ...{ photoUrl: at('1'), damage_photos: [at('2'), { url: at('3') }] },
      answers: [
        { type: 'signature', value: at('4') },
        { mimeType: 'application/pdf', href: at('5') },
        { type: 'text', value: at('6') },
      ],
      ...{ profile: at('7'), link: at('8'), image: 'http://photos.example/9' },
    });
    expect(fileLinksElsewhere(json, 'https://fleet.example')).toEqual(
      ['1', '2', '3', '4', '5'].map(at),
    );
    // With the session only what looks like a file is asked for.
    const own = JSON.stringify({ photoUrl: 'https://fleet.example/delete/1' });
    expect(fileLinksIn(own, 'https://fleet.example')).toEqual([]);
    const deep = `${'['.repeat(10_000)}"${at('photos/a')}"${']'.repeat(10_000)}`;
    expect(fileLinksElsewhere(deep, 'https://fleet.example')).toEqual([at('photos/a')]);
  });

  it('are told by their server and asked for by a wish for it, with nothing of the session', async () => {
    const under = await abroad();
    await keep(under, answer(PHOTO, REPORT));
    under.replies.set(PHOTO, { status: 200, body: PNG });
    under.service.files.set(PHOTO, PNG);
    const of = { answerId: '1' };
    expect(valueOf(await under.files['answers.files'](of)).elsewhere).toEqual([
      ...[
        { host: HOST, urls: [PHOTO] },
        { host: `${HOST}:8443`, urls: [REPORT] },
      ],
    ]);
    // The wish for what lies at the service asks nobody else, nor does one for a server that is not named.
    valueOf(await under.files['answers.fetchFiles'](of));
    valueOf(await under.files['answers.fetchElsewhere']({ ...of, host: 'evil.example' }));
    expect(under.asked).toEqual([]);
    const fetched = await under.files['answers.fetchElsewhere']({ ...of, host: HOST });
    expect(valueOf(fetched)).toEqual({ had: 1, failed: [] });
    expect(under.asked).toMatchObject([{ method: 'GET', url: PHOTO, publicOnly: true }]);
    expect(under.asked[0]?.headers).toEqual({
      ...{
        accept: 'image/*, application/pdf, video/mp4, video/webm',
        'user-agent': 'Waybill/test',
      },
    });
    expect(under.asked[0]).not.toHaveProperty('body');
    // Nothing went by the account's own way, which carries its token.
    expect(under.service.requests).toEqual([]);
    const told = valueOf(await under.files['answers.files'](of));
    const src = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(told).toMatchObject({ pictures: { [PHOTO]: src }, absent: [] });
    expect(told.elsewhere.map(({ host }) => host)).toEqual([`${HOST}:8443`]);
    // It is here now, and nobody is asked again.
    under.online = false;
    valueOf(await under.files['answers.fetchElsewhere']({ ...of, host: HOST }));
    expect(under.asked).toHaveLength(1);
    const pictures = await under.attachments.picturesOf(answer(PHOTO));
    const source = { answerId: '1', answerJson: answer(PHOTO), formJson: null, readAt: 1 };
    expect(picturesOf({ ...source, files: pictures })).toHaveLength(1);
  });

  it('of a camera event are asked for alike; a recording is handed out by the event that names it', async () => {
    const under = await abroad();
    const calls = recordFileHandlers(
      () => ({ ...under.context, attachments: under.attachments }) as AccountContext,
    );
    const clip = `https://${HOST}/events/9`;
    const media = [{ camera: 'front', url: clip }];
    await ingest(under.context.store, 'cameraEvent', [{ id: 'ev-1', media }, { id: 'ev-2' }]);
    const of = { entity: 'cameraEvent', id: 'ev-1' } as const;
    const elsewhere = [{ host: HOST, urls: [clip] }];
    expect(valueOf(await calls['records.files'](of))).toMatchObject({ absent: [], elsewhere });
    expect(under.asked).toEqual([]);
    under.replies.set(clip, { status: 200, body: Buffer.from('0000ftypisom, and frames') });
    const fetched = await calls['records.fetchElsewhere']({ ...of, host: HOST });
    expect(valueOf(fetched)).toEqual({ had: 1, failed: [] });
    expect(under.service.requests).toEqual([]);
    const told = valueOf(await calls['records.files'](of));
    expect(told).toMatchObject({ documents: [{ url: clip }], pictures: {}, elsewhere: [] });
    const save = (id: string) => calls['records.saveFile']({ ...of, id, url: clip });
    expect(await save('ev-2')).toMatchObject({ error: { code: 'answers.noSuchFile' } });
    // The ports of this test save nothing: it came as far as them.
    expect(await save('ev-1')).toMatchObject({ error: { code: 'test.none' } });
  });

  it('are followed to no other server, and kept only where they are pictures or PDFs of a size', async () => {
    const under = await abroad();
    const at = (name: string): string => `https://${HOST}/files/${name}`;
    const names = ['moved', 'away', 'page', 'gone', 'huge', 'round', 'nobody'];
    const moved = { status: 302, headers: { location: '/files/there' } };
    under.replies.set(at('moved'), moved);
    under.replies.set(at('there'), { status: 200, body: PNG });
    under.replies.set(at('away'), { status: 301, headers: { location: 'https://evil.example/1' } });
    under.replies.set(at('page'), { status: 200, body: Buffer.from('<html>sign in</html>') });
    under.replies.set(at('gone'), { status: 404 });
    under.replies.set(at('huge'), { status: 200, body: new Uint8Array(33 * 1024 * 1024) });
    under.replies.set(at('round'), { status: 307, headers: { location: '/files/round' } });
    const fetched = await under.attachments.fetchElsewhere(answer(...names.map(at)), HOST);
    expect(fetched.had).toBe(1);
    expect(codes(fetched.failed)).toEqual([
      ...['answers.elsewhereRedirect', 'answers.noFile', 'answers.elsewhereRefused'],
      ...['answers.elsewhereTooLarge', 'answers.elsewhereRedirect', 'answers.elsewhereUnreached'],
    ]);
    expect(under.asked.filter(({ url }) => !url.startsWith(`https://${HOST}/`))).toEqual([]);
    expect((await under.attachments.stored()).count).toBe(1);
  });

  it('are not asked for where a policy forbids it or one works offline', async () => {
    const under = await abroad(['https://fleet.example']);
    const json = answer(PHOTO);
    const refused = await under.attachments.fetchElsewhere(json, HOST);
    expect(codes(refused.failed)).toEqual(['policy.server']);
    under.online = false;
    const offline = await under.attachments.fetchElsewhere(json, HOST);
    expect(codes(offline.failed)).toEqual(['connection.workOffline']);
    expect(under.asked).toEqual([]);
  });

  it('take the place of no file of the service, whatever their path', async () => {
    const under = await abroad();
    const own = 'https://fleet.example/files/1.png';
    const other = `https://${HOST}/files/1.png`;
    under.replies.set(other, { status: 200, body: PNG });
    await under.attachments.fetchElsewhere(answer(own, other), HOST);
    expect((await under.attachments.here(other))?.is).toBe('picture');
    expect(await under.attachments.here(own)).toBeNull();
  });
});
