import { endpoint, type EndpointName } from '../../../shared/api/catalogue.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { at, type Outline } from '../../../shared/rules/jsonOutline.ts';
import type { HttpReply } from '../ports.ts';
import { lookAt, MOST_ELEMENTS, MOST_ROWS } from './bodyShape.ts';
import { bodyStart, htmlError, looksLikeHtml, shapeError } from './errors.ts';
import { foldDeep } from './foldDeep.ts';
import { decodeUtf8, outlineOf, sqlPath } from './json.ts';
import { placesOf, type Profile } from './profile.ts';
import type { Params } from './types.ts';
import { mistakenIn, otherRecordError } from './whichRecord.ts';

/** A successful answer, checked for being what its endpoint gives, its text untouched. */
export interface Checked {
  text: string;
  /** SQLite JSON path of the payload. */
  path: string;
  payload: Outline;
  root: Outline;
}

/** Why a payload does not fit; null where it does. */
function misfit(row: Endpoint, payload: Outline): string | null {
  switch (row.reply) {
    case 'page':
    case 'list':
      if (payload.kind !== 'array') return 'there is no list in it';
      return row.reply === 'page' && payload.ids.length > 0 && payload.objects === 0
        ? 'its list holds no records'
        : null;
    case 'one': {
      if (payload.kind !== 'object') return 'there is no record in it';
      if (row.mirror.as !== 'record') return null;
      const id = payload.members.get('id')?.value.kind;
      return id === 'string' || id === 'number' ? null : 'its record has no identifier';
    }
    case 'object':
      return payload.kind === 'object' || (row.out === undefined && payload.kind === 'array')
        ? null
        : 'it is not an object';
    case 'empty':
    case 'pdf':
      return null;
  }
}

/** The payload at the first of several places where one of the right kind lies, or why none does. */
export function payloadAmong(
  row: Endpoint,
  places: readonly string[],
  root: Outline,
): { ok: true; payload: Outline; place: string } | { ok: false; why: string } {
  let why = 'nothing was found where its payload belongs';
  for (const place of places) {
    const payload = at(root, place);
    if (payload === null) continue;
    const wrong = misfit(row, payload);
    if (wrong === null) return { ok: true, payload, place };
    why = wrong;
  }
  return { ok: false, why };
}

/** How many rows a reply of an endpoint may have. */
export function mostRowsOf({ reply }: Endpoint): number {
  return reply === 'page' || reply === 'list' ? MOST_ROWS : MOST_ELEMENTS;
}

/** Whether a success without a body is one: the interface shows no body, or leaves it open. */
function mayBeEmpty(name: EndpointName): boolean {
  const row = endpoint(name);
  return row.reply === 'empty' || (row.write !== undefined && row.reply === 'object' && !row.out);
}

/** A body that may be taken in, an answer to a form folded where it is nested too deep; or why not. */
async function takenIn(
  name: EndpointName,
  body: Uint8Array,
): Promise<{ body: Uint8Array } | { why: string }> {
  const most = mostRowsOf(endpoint(name));
  const looked = await lookAt(body, most);
  if (looked.ok) return { body };
  const folded = name === 'getAnswer' ? await foldDeep(body) : null;
  return folded !== null && (await lookAt(folded, most)).ok
    ? { body: folded }
    : { why: looked.why };
}

/**
 * Checks a 2xx answer: UTF-8, valid JSON, and a payload of the right kind at one of the places
 * that the profile states for this endpoint (never guessed from the shape), which is about the
 * record that `params` asked for. Errors have the code `http.html`, `http.shape` or
 * `http.otherRecord`.
 */
export async function checkReply(
  profile: Profile,
  name: EndpointName,
  reply: HttpReply,
  params: Params,
): Promise<Result<Checked>> {
  const row = endpoint(name);
  if (looksLikeHtml(bodyStart(reply.body, 1024))) {
    return { ok: false, error: htmlError(row, reply) };
  }
  const shape = (what: string): Result<Checked> => ({
    ok: false,
    error: shapeError(row, reply, what),
  });
  const taken = await takenIn(name, reply.body);
  if ('why' in taken) return shape(taken.why);
  const text = await decodeUtf8(taken.body);
  if (text === null) return shape('it is not UTF-8 text');
  if (text.trim() === '') {
    if (!mayBeEmpty(name)) return shape('it is empty');
    const nothing: Outline = {
      kind: 'null',
      start: 0,
      end: 0,
      members: new Map(),
      ids: [],
      objects: 0,
    };
    return ok({ text: '', path: '$', payload: nothing, root: nothing });
  }
  const root = await outlineOf(text);
  if (root === null) return shape('it is not valid JSON, or was cut off');
  const found = payloadAmong(row, placesOf(profile, name), root);
  if (!found.ok) return shape(found.why);
  const mistaken = mistakenIn(row, params, text, found.payload);
  if (mistaken !== null) return fail(otherRecordError(row, mistaken));
  return ok({ text, path: sqlPath(found.place), payload: found.payload, root });
}

/** A non-negative whole number at the first of several places; null where there is none. */
export function countAt(
  checked: Pick<Checked, 'root' | 'text'>,
  places: readonly string[],
): number | null {
  for (const place of places) {
    const found = at(checked.root, place);
    if (found === null || (found.kind !== 'number' && found.kind !== 'string')) continue;
    const source = checked.text.slice(found.start, found.end).replaceAll('"', '');
    if (/^\d{1,15}$/.test(source)) return Number(source);
  }
  return null;
}

/** A PDF tells in its last lines where its objects lie; what stands behind them is little. */
const PDF_END_BYTES = 4096;

/**
 * Checks a download: a PDF begins with `%PDF-`, whatever its content type says, and has an end.
 * What was cut off on the way would be handed out as a document that nobody can open.
 */
export function checkPdf(name: EndpointName, reply: HttpReply): Result<Uint8Array> {
  const row = endpoint(name);
  const start = bodyStart(reply.body, 1024);
  if (start.includes('%PDF-')) {
    const end = bodyStart(reply.body.subarray(-PDF_END_BYTES));
    return /startxref\s+\d/.test(end)
      ? ok(reply.body)
      : fail(shapeError(row, reply, 'it is a PDF without its end'));
  }
  if (reply.body.byteLength === 0) return fail(shapeError(row, reply, 'it is empty'));
  if (looksLikeHtml(start)) return { ok: false, error: htmlError(row, reply) };
  return fail(shapeError(row, reply, 'it is not a PDF'));
}
