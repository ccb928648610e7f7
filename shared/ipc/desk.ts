import * as z from 'zod/mini';
import type { Calls } from './call.ts';
import { recoveries } from './recovery.ts';
import { epochMs, jsonText, none, notice, saved } from './shapes.ts';
import { DOCUMENT_LANGUAGES } from '../rules/documentLanguages.ts';

/** Kinds of text file that the desk makes; each is the file's extension too. A KMZ is a packed KML. */
export const TEXT_FILES = ['csv', 'gpx', 'kml', 'kmz', 'geojson'] as const;
/** Kinds of file that a table leaves as. */
export const TABLE_FILES = ['csv', 'xlsx'] as const;
/** A sheet of a workbook takes no more rows; no table of the desk has more columns. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 500;
/** Characters of the longest one. */
const MOST_TEXT = 200_000_000;
/** The content of the largest of these files with what it costs beside its texts, such as each cell of a table. */
export const MOST_FILE_BYTES = 256 * 1024 * 1024;

const deskKey = z.string().check(z.regex(/^[\w.:-]{1,100}$/));

/** The languages that documents can speak: those of the desk. */
export const documentLanguage = z.enum(DOCUMENT_LANGUAGES);
export const paper = z.enum(['a4', 'us-letter']);
export const pdfStandard = z.enum(['ua-1', 'a-2a']);

/** ISO 15924. */
const scriptCode = z.string().check(z.regex(/^[A-Z][a-z]{3}$/));

/** The desk itself: its remembered state, the basemap, files and documents. */
export const desk = {
  'desk.info': {
    does: 'read',
    input: none,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'headless']),
      /** Where tokens live: the keychain, memory only, a locked keychain, or one that takes none. */
      secrets: z.enum(['secure', 'session-only', 'locked', 'refused']),
      secretsBackend: z.string(),
      dataFolder: z.string(),
      now: epochMs,
    }),
  },
  /** Remembered state by key (panes, theme, views, drafts), per account; JSON text or null. */
  'desk.recall': {
    does: 'read',
    of: 'account',
    input: z.strictObject({ key: deskKey }),
    output: z.object({ value: z.nullable(jsonText) }),
  },
  'desk.remember': {
    does: 'write',
    input: z.strictObject({
      key: deskKey,
      value: z.nullable(jsonText.check(z.maxLength(8_000_000))),
    }),
    output: none,
  },
  /**
   * The notices that came before any page could listen: the first page that asks is told them, and no other.
   * It may have heard some of them as events.
   */
  'desk.notices': {
    does: 'write',
    of: 'app',
    input: none,
    output: z.object({ notices: z.array(notice) }),
  },
  /** What was recovered of the account in use and nobody has dismissed yet, newest first. */
  'desk.recoveries': { does: 'read', input: none, output: z.object({ recoveries }) },
  /** Whoever has read the account of a recovery needs it no longer. */
  'desk.dismissRecoveries': { does: 'write', input: none, output: none },
  /** Streets, water and names of the local workspace as GeoJSON text; null for a real server. */
  'desk.basemap': {
    does: 'read',
    input: none,
    output: z.object({ geojson: z.nullable(z.string()) }),
  },
  /** The scripts that documents can be drawn in, and the folder for fonts of others. */
  'desk.fonts': {
    does: 'read',
    input: none,
    output: z.object({
      folder: z.string(),
      /** Scripts by their codes (ISO 15924), and whose font draws them. */
      scripts: z.array(
        z.object({
          script: z.string(),
          by: z.enum(['app', 'added', 'none']),
          /** What can be fetched for a script that is not drawn, once a person says so. */
          offer: z.nullable(
            z.object({
              family: z.string(),
              bytes: z.number(),
              /** The server that it is fetched from. */
              host: z.string(),
              licence: z.string(),
            }),
          ),
        }),
      ),
      /** What lies in the folder; without a family where it is no font that can be used. */
      added: z.array(
        z.object({
          file: z.string(),
          family: z.nullable(z.string()),
          /** The script that it was fetched for; null where a person put it there. */
          fetchedFor: z.nullable(z.string()),
        }),
      ),
    }),
  },
  /** Fetches the font that is offered for a script: only after a person agreed to its server. */
  'desk.fetchFont': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ script: scriptCode }),
    output: none,
  },
  /** Ends the fetching of a font; nothing of it is kept. */
  'desk.stopFont': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ script: scriptCode }),
    output: none,
  },
  /** Takes a font away that was fetched. */
  'desk.removeFont': {
    does: 'write',
    of: 'app',
    input: z.strictObject({ script: scriptCode }),
    output: none,
  },
  /** When the service's own PDF of an answer was read and kept here; null where it never was. */
  'desk.savedPdf': {
    does: 'read',
    input: z.strictObject({ answerId: z.string().check(z.minLength(1), z.maxLength(200)) }),
    output: z.object({ readAt: z.nullable(epochMs) }),
  },
  /**
   * Exports an answer as PDF. `auto`: the service's own when it can be reached, else a local one;
   * `service`: its own, or while it can't be reached the one of it that was kept (source `saved`).
   */
  'desk.exportAnswer': {
    does: 'write',
    input: z.strictObject({
      answerId: z.string().check(z.minLength(1), z.maxLength(200)),
      from: z.enum(['auto', 'service', 'local']),
      /** IANA name of the zone that a local copy shows times in; the system's where absent. */
      timeZone: z.optional(z.string().check(z.maxLength(64))),
      /** The sheet of a local copy; A4 where absent. */
      paper: z.optional(paper),
      /** What a local copy promises: PDF/UA-1 (where absent) or PDF/A-2a. */
      standard: z.optional(pdfStandard),
      /** What a local copy says of itself; English where absent. */
      language: z.optional(documentLanguage),
    }),
    output: z.object({
      source: z.enum(['service', 'saved', 'local']),
      /** When what was exported was read from the service; null for what was read just now. */
      readAt: z.nullable(epochMs),
      /** What is not in a local copy: pictures that can't be drawn, letters without a font. */
      notes: z.array(z.string()),
      /** The scripts (ISO 15924) of which letters have no font here. */
      scripts: z.array(z.string()),
      saved,
    }),
  },
  /**
   * Hands a text that the desk made to the person as a file: a table, a track. UTF-8; the name is
   * made safe for every system.
   */
  'desk.saveText': {
    does: 'write',
    mostBytes: MOST_FILE_BYTES,
    of: 'app',
    input: z.strictObject({
      /** Without its extension. */
      name: z.string().check(z.minLength(1), z.maxLength(300)),
      kind: z.enum(TEXT_FILES),
      text: z.string().check(z.maxLength(MOST_TEXT)),
    }),
    output: z.object({ saved }),
  },
  /**
   * Hands a table to the person, as CSV or as a workbook: the heading first, texts as they are shown,
   * numbers as numbers. What a spreadsheet would take for a formula stays a text.
   */
  'desk.saveTable': {
    does: 'write',
    mostBytes: MOST_FILE_BYTES,
    of: 'app',
    input: z.strictObject({
      /** Without its extension. */
      name: z.string().check(z.minLength(1), z.maxLength(300)),
      format: z.enum(TABLE_FILES),
      rows: z
        .array(
          z.array(z.union([z.string(), z.number(), z.null()])).check(z.maxLength(MOST_COLUMNS)),
        )
        .check(z.minLength(1), z.maxLength(MOST_ROWS)),
    }),
    output: z.object({ saved }),
  },
} as const satisfies Calls;
