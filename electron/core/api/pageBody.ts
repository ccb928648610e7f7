import { createHash } from 'node:crypto';
import { endpoint, type ReadName } from '../../../shared/api/catalogue.ts';
import { fail, ok } from '../../../shared/result.ts';
import { outlineNow } from '../../../shared/rules/jsonOutline.ts';
import type { HttpReply } from '../ports.ts';
import { lookAt } from './bodyShape.ts';
import { bodyStart, htmlError, looksLikeHtml, shapeError } from './errors.ts';
import { createPageSizes } from './pageSize.ts';
import { readIds } from './pageParts.ts';
import { createPageMemory } from './paging.ts';
import { placesOf, type Profile } from './profile.ts';
import { checkReply, countAt, mostRowsOf, type Checked } from './reply.ts';
import type { CheckedReply, Read, Reads } from './reads.ts';
import type { ApiClient, ApiPageBody, ApiReply, Query, ReadOptions } from './types.ts';

/** Tells pages apart: by their ids, or by their text where the rows have none. */
function markOf(ids: readonly string[], text: () => string): string {
  if (ids.some((id) => id !== '')) return ids.join('\n');
  return digestOf(text());
}

function digestOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64');
}

export function asReply({ reply, text, path }: CheckedReply): ApiReply {
  return { status: reply.status, headers: reply.headers, text, path };
}

/** A page behind the last one. */
function pastTheEnd({ status, headers }: Pick<HttpReply, 'status' | 'headers'>): ApiPageBody {
  const page = { status, headers, text: '[]', path: '$', ids: [] };
  const conclusion = { total: null, last: true };
  return {
    ...{ status, headers, bytes: new TextEncoder().encode(page.text), places: [''] },
    lists: new Map(),
    conclude: () => ok(conclusion),
    readRows: async () => ok(page),
    read: async () => ok({ ...page, ...conclusion }),
  };
}

/** Longer pages are told apart by their ids alone, which takes longer to find out. */
const MOST_COMPARED = 4 * 1024 * 1024;

/** Statuses with which services answer pages that they do not have. */
const NO_SUCH_PAGE = new Set([400, 404, 410, 416, 422]);

/** What was asked for, as far as it decides how its answer is read. */
interface AskedPage {
  name: ReadName;
  page: number;
  options: ReadOptions;
  /** How many rows. */
  rows: number;
  profile: Profile;
}

/** Names a list, whatever page of it. */
function keyOf({ name, options, rows }: AskedPage): string {
  return JSON.stringify([name, options.params, options.query, rows]);
}

/** The names and numbers under which a page is asked for; a small list is asked for as a whole. */
function queryOf({ name, page, options, rows, profile }: AskedPage): Query {
  if (endpoint(name).reply !== 'page' && page === 1) return { ...options.query };
  const number = String(page - 1 + profile.firstPage);
  return { ...options.query, page: number, limit: String(rows) };
}

/** What is told of a page as a whole, once its rows have been read. */
interface Conclusion {
  total: number | null;
  last: boolean;
}

type Conclude = (
  page: Pick<Checked, 'root' | 'text'> & { ids: readonly string[] },
  rowsText: () => string,
) => Conclusion;

/** The body of a page, whose rows may be read in parts by whoever takes them. */
function bodyOf(
  { name, options, profile }: AskedPage,
  reply: HttpReply,
  lists: ApiPageBody['lists'],
  conclude: Conclude,
): ApiPageBody {
  const { status, headers, body } = reply;
  const check = (bytes: Uint8Array, names: Profile) =>
    checkReply(names, name, { ...reply, body: bytes }, options.params ?? {});
  return {
    status,
    headers,
    bytes: body,
    places: placesOf(profile, name),
    lists,
    conclude({ ids, around }) {
      const root = outlineNow(around);
      if (root === null) return fail(shapeError(endpoint(name), reply, 'it is not valid JSON'));
      // Only rows without any id are told apart by their bytes.
      const rowsText = (): string => Buffer.from(body).toString('latin1');
      return ok(conclude({ ids, root, text: around }, rowsText));
    },
    async readRows(bytes) {
      const plain = { ...profile, envelopes: { ...profile.envelopes, [name]: [''] } };
      const checked = await check(bytes, plain);
      if (!checked.ok) return checked;
      const { text, path, payload } = checked.value;
      return ok({ text, path, ids: payload.ids });
    },
    async read(bytes) {
      const checked = await check(bytes, profile);
      if (!checked.ok) return checked;
      const { text, payload, root } = checked.value;
      const { ids } = payload;
      const concluded = conclude({ ids, root, text }, () => text.slice(payload.start, payload.end));
      return ok({ ...asReply({ ...checked.value, reply }), ids, ...concluded });
    },
  };
}

/**
 * Reads pages of lists, and tells of each whether it is the last one.
 *
 * @param profile the names in use with this service
 */
export function createPageBodies(
  { get }: Pick<Reads, 'get'>,
  profile: () => Profile,
): ApiClient['pageBody'] {
  const pages = createPageMemory();
  const sizes = createPageSizes();

  const conclusionOf =
    (asking: AskedPage): Conclude =>
    ({ ids, root, text }, rowsText) => {
      const { name, page, rows: asked, profile: names } = asking;
      const total = countAt({ root, text }, names.totals);
      const last = pages.isLast(keyOf(asking), {
        page,
        mark: () => markOf(ids, rowsText),
        rows: ids.length,
        asked,
        total,
        limit: countAt({ root, text }, names.limits),
        whole: endpoint(name).reply !== 'page' && total === null,
      });
      return { total, last };
    };

  /**
   * Whether the page behind a first one that may have been the last is that one again: what its rows show may
   * have changed in between, as where vehicles are has, so that their bytes do not tell.
   */
  const isFirstAgain = async (
    asked: AskedPage,
    reply: HttpReply,
    lists: ApiPageBody['lists'],
  ): Promise<boolean> => {
    const compared: Conclude = ({ ids }, rowsText) => ({
      total: null,
      last: pages.isFirst(keyOf(asked), markOf(ids, rowsText)),
    });
    const read = await readIds(bodyOf(asked, reply, lists, compared));
    return read.ok && read.value.last;
  };

  return async (name, page, options = {}) => {
    const names = profile();
    const row = endpoint(name);
    const wished = options.limit ?? names.pageSize;
    let asked = { name, page, options, rows: sizes.of(name, wished), profile: names };
    const mayBePast = pages.mayBePast(keyOf(asked), page);
    const ask = (one: AskedPage): Promise<Read> =>
      get(name, { ...options, query: queryOf(one), mayBePast });
    let read: Read;
    if (page === 1 && row.reply === 'page') {
      const list = { name, key: keyOf({ ...asked, rows: 0 }), wished, own: names.pageSize };
      const first = await sizes.firstPage(list, (rows) => ask({ ...asked, rows }));
      asked = { ...asked, rows: first.rows };
      read = first.read;
    } else read = await ask(asked);
    if (!read.ok) {
      const { status } = read.error;
      const isPast = mayBePast && status !== undefined && NO_SUCH_PAGE.has(status);
      return isPast ? ok(pastTheEnd({ status, headers: {} })) : read;
    }
    const { reply } = read;
    if (looksLikeHtml(bodyStart(reply.body, 1024))) return fail(htmlError(row, reply));
    const looked = await lookAt(reply.body, mostRowsOf(row));
    if (!looked.ok) return fail(shapeError(row, reply, looked.why));
    const { lists } = looked.shape;
    const rows = placesOf(names, name)
      .map((place) => lists.get(place))
      .find(Boolean);
    if (rows !== undefined && rows.rows > 0 && rows.end - rows.start <= MOST_COMPARED) {
      const digest = digestOf(reply.body.subarray(rows.start, rows.end));
      if (pages.isRepeated(keyOf(asked), page, digest)) return ok(pastTheEnd(reply));
    }
    const isSecond = page === 2 && mayBePast && rows !== undefined && rows.rows > 0;
    if (isSecond && (await isFirstAgain(asked, reply, lists))) return ok(pastTheEnd(reply));
    return ok(bodyOf(asked, reply, lists, conclusionOf(asked)));
  };
}
