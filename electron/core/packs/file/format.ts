import * as z from 'zod/mini';
import { PACK_LISTS, midnight, packWish } from '../../../../shared/ipc/packs.ts';
import { fail } from '../../../../shared/result.ts';

/**
 * A field pack as a file: a ZIP of a description and of readings, one a line. Names inside are only
 * compared with those below; nothing is ever put anywhere by a name of the file.
 *
 * Nothing of a session goes into it: neither tokens nor addresses of map servers, which may hold a
 * key. A region of a map goes along as an archive of its tiles.
 */

export const PACK_VERSION = 1;
export const PACK_ENDING = 'waybill';
/** What all of it unpacks to. */
export const MOST_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;
/** One reading as a line; longer ones stay where they are. */
export const MOST_LINE_BYTES = 48 * 1024 * 1024;
const MOST_LINES = 400_000;
/** The description alone. */
export const MOST_ABOUT_BYTES = 8 * 1024 * 1024;
const MOST_MAPS = 5;
/** An address in an answer has up to 8,000 letters, as signed ones do, and each may be written as nine. */
const MOST_PATH = 80_000;

/** The description comes last: only then it is known how many lines there are. */
export const ABOUT = 'pack.json';
/** Files of lines, in the order in which they are taken. */
export const LINE_FILES = ['records', 'answers', 'routes', 'pdfs', 'files'] as const;
export type LineFile = (typeof LINE_FILES)[number];
export const lineFileName = (file: LineFile): string => `${file}.ndjson`;
export const mapFileName = (at: number): string => `map-${at + 1}.pmtiles`;
export const ALL_NAMES: ReadonlySet<string> = new Set([
  ABOUT,
  ...LINE_FILES.map(lineFileName),
  ...Array.from({ length: MOST_MAPS }, (_, at) => mapFileName(at)),
]);

/** A time that has a date. */
const instant = z.int().check(z.gte(0), z.lte(8.64e15));
const count = z.int().check(z.gte(0), z.lte(MOST_LINES));
const text = (most: number) => z.string().check(z.maxLength(most));
const id = text(200).check(z.minLength(1));
const base64 = z.string().check(z.regex(/^[\w+/]*={0,2}$/));

/** One reading: what the service gave, to the letter, and when. */
export const LINES = {
  records: z.object({ readAt: instant, entity: z.enum(PACK_LISTS), text: z.string() }),
  answers: z.object({ readAt: instant, answer: id, text: z.string() }),
  routes: z.object({
    ...{ readAt: instant, vehicle: id, fromMs: midnight, toMs: midnight },
    text: z.string(),
  }),
  pdfs: z.object({ readAt: instant, answer: id, bytes: base64 }),
  /**
   * What lies beside an answer: at the service by its path, whose own address may differ; at another server by
   * its whole address.
   */
  files: z.object({
    readAt: instant,
    path: text(MOST_PATH).check(
      z.regex(/^(?:\/|https:\/\/[^/@]+\/)/),
      z.refine((at) => at.startsWith('/') || URL.canParse(at)),
    ),
    bytes: base64,
  }),
} as const;
export type LineOf<File extends LineFile> = z.output<(typeof LINES)[File]>;

const packMap = z.object({
  name: text(300),
  tiles: count,
  /** When the oldest of its tiles was fetched. */
  oldestAt: instant,
});

/** What stands in `pack.json`. */
export const packAbout = z.object({
  waybill: z.literal('pack'),
  version: z.literal(PACK_VERSION),
  service: text(2_000),
  tenant: text(500),
  exportedAt: instant,
  wish: packWish,
  /** Lines of each kind, so that a file that lost some is known. */
  lines: z.object({ records: count, answers: count, routes: count, pdfs: count, files: count }),
  maps: z.array(packMap).check(z.maxLength(MOST_MAPS)),
});
export type PackAbout = z.output<typeof packAbout>;

/** The description of a pack of any version. */
export const anyAbout = z.object({ waybill: z.literal('pack'), version: z.number() });

const SAFE = 'Nothing was changed.';
const refused = (code: string, message: string) =>
  fail({ kind: 'invalid', code, message, safe: SAFE, next: 'editInput' });

/** What is wrong with a file, in words for whoever chose it. */
export const REFUSED = {
  notPack: refused(
    'packs.notPack',
    'This is no field pack of Waybill, or a part of it is missing.',
  ),
  damaged: refused('packs.damaged', 'This field pack is damaged. Have it made and sent anew.'),
  newer: refused('packs.newer', 'A newer Waybill made this pack. Update Waybill to open it.'),
  tooLarge: refused('packs.fileTooLarge', 'This file holds more than a field pack can.'),
  otherAccount: fail({
    kind: 'conflict',
    code: 'packs.otherAccount',
    message:
      'This pack was made with another service or another company. It opens where you are signed in there.',
    safe: SAFE,
    next: 'none',
  }),
} as const;
