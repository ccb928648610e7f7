import path from 'node:path';
import type { ExportWish } from '../../../shared/ipc/exports.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { ReadingContext } from '../accountContext.ts';
import { mediaTypeOf } from '../attachments/lookedAt.ts';
import { cutToBytes, safeFileName } from '../fileName.ts';
import { areasAt } from '../forms/areasAt.ts';
import { brandOf } from '../forms/brand.ts';
import type { AnswerSource, DocumentWish } from '../forms/document/make.ts';
import { type Undrawn, wordsOf } from '../forms/document/words.ts';
import type { ReviewOnPaper } from '../forms/document/reviewed.ts';
import { mayFallBack } from '../forms/export.ts';
import { copyOf, type FormsOfAnswers, groundOf, namedFactsOf } from '../forms/sources.ts';
import { zoneOf } from '../timeZone.ts';
import type { AccountPorts } from '../ports.ts';
import { innerFolder, sha256Of, writeWhole } from './files.ts';
import type { ManifestRow } from './manifest.ts';
import { nameOf } from './names.ts';

/** One unit of an export: an answer with its files. `parts.ts` makes files of many answers. */

export interface Work {
  context: ReadingContext;
  ports: AccountPorts;
  wish: ExportWish;
  folder: string;
  forms: FormsOfAnswers;
  /** Where parts of a file of many answers lie until they are merged. */
  parts: string;
  /** Answers of the whole export. */
  count: number;
  /** The name that a unit takes; the same one again after a restart. */
  name(unit: number, wanted: string): string;
}

const notHere = (answerId: string): Result<never> =>
  fail({
    kind: 'missing',
    code: 'answer.notInMirror',
    message: `Answer ${answerId} was never read on this computer.`,
    next: 'waitForNetwork',
  });

export interface Read {
  source: AnswerSource;
  /** Name of the state of its review, where that is part of the document. */
  state: string | null;
  timeZone: string;
}

/** What people did to an answer; null where it is not wished, or where nobody did anything. */
async function reviewOf(
  { context, wish }: Work,
  answerId: string,
): Promise<{ review: ReviewOnPaper; state: string } | null> {
  if (wish.review === undefined) return null;
  const { states } = wish.review;
  const { review } = await context.store.read('review.get', { answerId });
  if (review.at === null) return null;
  const name = (id: string): string => states[id] ?? id;
  const verdicts = review.verdicts.map((one) => ({ ...one, state: name(one.state) }));
  return { review: { ...review, verdicts }, state: name(review.state) };
}

/** The answer as the mirror has it; read now where it has not and the service can be asked. */
export async function readAnswer(work: Work, answerId: string): Promise<Result<Read>> {
  const { context, wish } = work;
  let copy = await copyOf(context, answerId);
  if (copy === null) {
    if (!context.connection.maySend()) return notHere(answerId);
    const read = await context.sync.readDocument('getAnswer', { answerId }, {});
    if (!read.ok) return read;
    copy = read.value;
  }
  const form = await work.forms.of(copy.json);
  const reviewed = await reviewOf(work, answerId);
  const source = {
    ...{ answerId, answerJson: copy.json, readAt: copy.readAt },
    ...{ formJson: form.json, formChanged: form.changed },
    review: reviewed?.review ?? null,
    files: await context.attachments.picturesOf(copy.json),
    areas: await areasAt(context, copy.json),
  };
  return ok({ source, state: reviewed?.state ?? null, timeZone: zoneOf(wish.timeZone) });
}

export async function documentWish(work: Work, timeZone: string): Promise<DocumentWish> {
  const { context, ports, wish } = work;
  return {
    ...(await brandOf(context)),
    ...{ timeZone, locale: wordsOf(wish.language).locale, madeAt: ports.clock.now() },
    ...(wish.language === undefined ? {} : { language: wish.language }),
    ...{ paper: wish.paper, standard: wish.standard },
  };
}

export const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

export function emptyRow(work: Work, answerId: string): ManifestRow {
  return {
    ...{ answerId, file: null, kind: 'pdf', source: null, sizeBytes: null, sha256: null },
    ...{ pages: null, standard: null, readAt: null, review: null, failure: null },
    ...{ notes: [], scripts: [] },
    madeAt: new Date(work.ports.clock.now()).toISOString(),
  };
}

/** What failed, in the language of the documents as far as the desk has words for it. */
export function saidOf({ wish }: Pick<Work, 'wish'>, { code, message, status }: AppError): string {
  const { failures = {} } = wish;
  const words = Object.hasOwn(failures, code) ? failures[code] : undefined;
  if (words === undefined) return message;
  return status === undefined ? words : `${words.replace(/\.$/, '')} (${status}).`;
}

export function failedRow(
  work: Work,
  answerId: string,
  error: AppError,
  kind: ManifestRow['kind'] = work.wish.from === 'none' ? 'answer' : 'pdf',
): ManifestRow {
  const failure = { code: error.code, message: saidOf(work, error) };
  return { ...emptyRow(work, answerId), kind, failure };
}

/** Why there are neither photos of an answer nor its row in a table, where its PDF could be had. */
export function lackingRows(
  work: Work,
  answerId: string,
  read: Result<Read>,
  rows: readonly ManifestRow[],
): ManifestRow[] {
  const { photos, tables } = work.wish;
  if (read.ok || (!photos && tables === 'none')) return [];
  const isNamed = rows.some((row) => row.answerId === answerId && row.failure !== null);
  return isNamed ? [] : [failedRow(work, answerId, read.error, 'answer')];
}

export interface Pdf {
  bytes: Uint8Array;
  source: 'service' | 'saved' | 'local';
  readAt: number | null;
  pages: number | null;
  standard: string | null;
  review: string | null;
  notes: string[];
  scripts: string[];
}

/** The service’s own, or the one of it that is kept. */
export async function servicePdf({ context, ports }: Work, answerId: string): Promise<Result<Pdf>> {
  const readAt = ports.clock.now();
  const nothingElse = { pages: null, standard: null, review: null, notes: [], scripts: [] };
  const pdf = await context.api.download('getAnswerPdf', { params: { answerId } });
  if (pdf.ok) return ok({ bytes: pdf.value, source: 'service', readAt, ...nothingElse });
  if (!mayFallBack(pdf.error)) return pdf;
  const saved = await context.store.read('pdfs.get', { answerId });
  if (saved === null) return pdf;
  return ok({ bytes: saved.bytes, source: 'saved', readAt: saved.readAt, ...nothingElse });
}

async function localPdf(work: Work, read: Result<Read>): Promise<Result<Pdf>> {
  if (!read.ok) return read;
  const { source, state, timeZone } = read.value;
  const { context, ports } = work;
  const wish = await documentWish(work, timeZone);
  const made = await ports.typesetter.make([source], wish, await groundOf(context, ports));
  if (!made.ok) return made;
  const { pdf, pages, standard, notes, scripts } = made.value;
  const shown = { pages, standard, review: state, notes, scripts };
  return ok({ bytes: pdf, source: 'local', readAt: source.readAt, ...shown });
}

async function pdfOf(work: Work, answerId: string, read: Result<Read>): Promise<Result<Pdf>> {
  if (work.wish.from === 'local') return localPdf(work, read);
  const served = await servicePdf(work, answerId);
  if (served.ok || work.wish.from === 'service' || !mayFallBack(served.error)) return served;
  const local = await localPdf(work, read);
  // Why the service could not give its own matters more than that there is no copy.
  return local.ok || local.error.code !== 'answer.notInMirror' ? local : served;
}

/** An answer that was read, with the name that its PDF gets. */
export interface Prepared {
  answerId: string;
  unit: number;
  read: Result<Read>;
  file: string;
}

/** Reads an answer and names its PDF; one after the other, so that names follow the order. */
export async function prepareAnswer(work: Work, unit: number, answerId: string): Promise<Prepared> {
  const read = await readAnswer(work, answerId);
  const { wish } = work;
  if (wish.from === 'none') return { answerId, unit, read, file: '' };
  const [json, form] = read.ok
    ? [read.value.source.answerJson, read.value.source.formJson]
    : [null, null];
  const facts = await namedFactsOf(work.context, answerId, json, form, zoneOf(wish.timeZone));
  return { answerId, unit, read, file: work.name(unit, nameOf(wish.names, facts, 'pdf')) };
}

/**
 * Makes the files of one answer.
 *
 * @returns a row for each file, and one with the reason where there is none
 */
export async function exportAnswer(
  work: Work,
  { answerId, unit, read, file }: Prepared,
): Promise<ManifestRow[]> {
  const { wish } = work;
  const rows: ManifestRow[] = [];
  if (wish.from !== 'none') {
    const pdf = await pdfOf(work, answerId, read);
    rows.push(
      pdf.ok ? await pdfRow(work, answerId, file, pdf.value) : failedRow(work, answerId, pdf.error),
    );
  } else if (!read.ok) rows.push(failedRow(work, answerId, read.error));
  if (wish.photos && read.ok) rows.push(...(await photoRows(work, unit, read.value)));
  return [...rows, ...lackingRows(work, answerId, read, rows)];
}

async function pdfRow(work: Work, answerId: string, file: string, pdf: Pdf): Promise<ManifestRow> {
  await writeWhole(path.join(work.folder, file), pdf.bytes);
  return {
    ...emptyRow(work, answerId),
    ...{ file, source: pdf.source, sizeBytes: pdf.bytes.byteLength, sha256: sha256Of(pdf.bytes) },
    ...{ pages: pdf.pages, standard: pdf.standard, readAt: iso(pdf.readAt), notes: pdf.notes },
    ...{ review: pdf.review, scripts: pdf.scripts },
  };
}

/** Why files that an answer names are no pictures here, by their addresses. */
async function missingOf(
  { attachments }: ReadingContext,
  { answerJson, files = {} }: AnswerSource,
): Promise<Record<string, Undrawn>> {
  const urls = [...attachments.linksOf(answerJson), ...attachments.elsewhereOf(answerJson)];
  const missing: Record<string, Undrawn> = {};
  for (const url of urls.filter((each) => !Object.hasOwn(files, each))) {
    const file = await attachments.here(url);
    if (file === null) missing[url] = { is: 'notHere' };
    // Of one answer so many are taken.
    else if (file.is === 'picture') missing[url] = { is: 'tooMany' };
    else missing[url] = { is: 'file', mime: mediaTypeOf(file) };
  }
  return missing;
}

const PHOTOS = 'photos';

/** Longer ones are cut, so that what tells photos apart is never cut off with the end of a name. */
const LONGEST_BYTES = { vehicle: 40, label: 60, id: 40 };

/** Photos are named by vehicle, date, question and id, so that no two answers meet in one name. */
export async function photoRows(
  work: Work,
  unit: number,
  { source, timeZone }: Read,
): Promise<ManifestRow[]> {
  const missing = await missingOf(work.context, source);
  const pictures = await work.ports.typesetter.pictures({ ...source, missing });
  if (!pictures.ok) return [failedRow(work, source.answerId, pictures.error)];
  const say = wordsOf(work.wish.language);
  if (pictures.value.some(({ file }) => file !== null)) {
    await innerFolder(path.join(work.folder, PHOTOS));
  }
  const { vehicle, date } = await namedFactsOf(
    work.context,
    source.answerId,
    source.answerJson,
    source.formJson,
    timeZone,
  );
  const rows: ManifestRow[] = [];
  for (const [at, { label, file, why }] of pictures.value.entries()) {
    const said = why === null ? null : say.pictureOf(label, say.why(why));
    const row = { ...emptyRow(work, source.answerId), kind: 'photo' } as const;
    if (file === null) {
      rows.push({ ...row, failure: { code: 'export.photo', message: said ?? '' } });
      continue;
    }
    const { extension, bytes } = file;
    const words = [
      ...[cutToBytes(vehicle, LONGEST_BYTES.vehicle), date, cutToBytes(label, LONGEST_BYTES.label)],
      ...[cutToBytes(source.answerId, LONGEST_BYTES.id), `${unit + 1}-${at + 1}`],
    ];
    const name = safeFileName(words, extension, 'Photo');
    await writeWhole(path.join(work.folder, PHOTOS, name), bytes);
    rows.push({
      ...row,
      ...{ file: `${PHOTOS}/${name}`, sizeBytes: bytes.byteLength },
      ...{ sha256: sha256Of(bytes), readAt: iso(source.readAt) },
      notes: said === null ? [] : [said],
    });
  }
  return rows;
}
