import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { fail } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AnswerSource, MadeDocument } from '../forms/document/make.ts';
import { wordsOf } from '../forms/document/words.ts';
import type { PartFile } from '../forms/merge/merge.ts';
import { mayFallBack } from '../forms/export.ts';
import { groundOf, type NameFacts, nameFactsOf } from '../forms/sources.ts';
import { zoneOf } from '../timeZone.ts';
import { partOf, writeWhole } from './files.ts';
import type { ManifestRow } from './manifest.ts';
import * as one from './work.ts';

/**
 * All answers in one file: the service's own PDFs as they are, others typeset in parts, because the
 * typesetter keeps all of a document in memory, and merged once all parts are there. Until then the
 * parts lie in the account's own folder.
 */

/** Answers of one unit, which becomes one part or more. */
export const MOST_IN_PART = 10;
/** With more objects than eight million a file is none of PDF/A; an answer has some two hundred. */
const MOST_IN_FILE = 20_000;
/** Answers of a part may together be no longer than this; a longer one is a part of its own. */
const MOST_JSON = 4 * 1024 * 1024;

const partList = z.array(
  z.object({
    file: z.string(),
    sides: z.array(z.boolean()),
    standard: z.nullable(z.string()),
    served: z.optional(z.string()),
  }),
);

const listOf = (folder: string, unit: number): string => path.join(folder, `${unit}.json`);

/** Whether the parts of a unit are all there. */
export const hasParts = (folder: string, unit: number): boolean => existsSync(listOf(folder, unit));

/** `Answers.pdf`, or where they are more than one file holds `Answers 1 to 20000 of 25000.pdf`. */
function fileOf(unit: number, count: number): string {
  if (count <= MOST_IN_FILE) return 'Answers.pdf';
  const first = Math.floor((unit * MOST_IN_PART) / MOST_IN_FILE) * MOST_IN_FILE + 1;
  return `Answers ${first} to ${Math.min(count, first + MOST_IN_FILE - 1)} of ${count}.pdf`;
}

/** How much an answer is with its pictures. */
function lengthOf({ answerJson, files }: AnswerSource): number {
  const pictures = Object.values(files ?? {});
  return pictures.reduce((sum, { length }) => sum + length, answerJson.length);
}

/** So few that two threads at a time stay within 500 MB; more would share their fonts with more. */
const MOST_TOGETHER = 5;

/** One unit on its way: what becomes of its answers. */
class Unit {
  readonly #work: one.Work;
  readonly #unit: number;
  readonly #parts: z.output<typeof partList> = [];
  /**
   * Answers that are typeset together once enough of them wait, or another part comes. No more of them are
   * in memory than that, since each comes with its pictures.
   */
  #waiting: one.Read[] = [];
  /** How much longer those that wait may become. */
  #room = 0;
  /** Why an answer is a local copy although the service gave its own. */
  readonly #because = new Map<string, string>();
  readonly rows: ManifestRow[] = [];

  constructor(work: one.Work, unit: number) {
    this.#work = work;
    this.#unit = unit;
  }

  fail(answerId: string, error: AppError): void {
    this.rows.push(one.failedRow(this.#work, answerId, error));
  }

  /** Puts an answer behind those that came before. */
  async add(answerId: string, read: Result<one.Read>): Promise<void> {
    const { from } = this.#work.wish;
    const served =
      from === 'local' || from === 'none' ? null : await one.servicePdf(this.#work, answerId);
    if (served === null) await this.#addLocal(answerId, read);
    else if (served.ok) await this.#addServed(answerId, read, served.value);
    else if (from === 'service' || !mayFallBack(served.error)) this.fail(answerId, served.error);
    // Why the service could not give its own matters more than that there is no copy.
    else if (!read.ok && read.error.code === 'answer.notInMirror')
      this.fail(answerId, served.error);
    else await this.#addLocal(answerId, read);
  }

  async #addLocal(answerId: string, read: Result<one.Read>): Promise<void> {
    if (read.ok) await this.#wait(read.value);
    else this.fail(answerId, read.error);
  }

  async #wait(read: one.Read): Promise<void> {
    const length = lengthOf(read.source);
    if (length > this.#room || this.#waiting.length >= MOST_TOGETHER) await this.flush();
    this.#room = (this.#waiting.length === 0 ? MOST_JSON : this.#room) - length;
    this.#waiting.push(read);
  }

  /** The service's own as a part; where it can't be one a local copy, or a page that says so. */
  async #addServed(answerId: string, read: Result<one.Read>, pdf: one.Pdf): Promise<void> {
    const work = this.#work;
    await this.flush();
    const file = this.#nextFile();
    const place = path.join(work.parts, file);
    await writeWhole(place, pdf.bytes);
    const looked = await work.ports.typesetter.look(place);
    const { form } = this.#facts(answerId, read);
    if ('pages' in looked) {
      const sides = Array.from({ length: looked.pages }, () => false);
      const name = wordsOf(work.wish.language).answer(answerId);
      const served = form === 'Answer' ? name : `${form} ${name}`;
      this.#parts.push({ file, sides, standard: null, served });
      this.rows.push({
        ...one.emptyRow(work, answerId),
        ...{
          file: fileOf(this.#unit, work.count),
          source: pdf.source,
          readAt: one.iso(pdf.readAt),
        },
      });
      return;
    }
    await rm(place);
    const error = REFUSED[looked.why].error;
    if (work.wish.from === 'auto' && read.ok) {
      const { instead } = wordsOf(work.wish.language);
      this.#because.set(answerId, `${one.saidOf(work, error)} ${instead}`);
      await this.#wait(read.value);
      return;
    }
    await this.#say(answerId, form, error);
  }

  /** A page that says what is not there; the manifest says the same. */
  async #say(answerId: string, form: string, error: AppError): Promise<void> {
    const work = this.#work;
    const answerJson = JSON.stringify({ id: answerId, formName: form });
    const readAt = work.ports.clock.now();
    const fields = [
      { label: wordsOf(work.wish.language).notHere, values: [one.saidOf(work, error)] },
    ];
    const instead = { withHead: false, fields };
    const source = { answerId, answerJson, formJson: null, readAt, instead };
    const made = await this.#made([{ source, state: null, timeZone: '' }]);
    if (made.ok) await this.#keep(made.value);
    this.fail(answerId, error);
  }

  #facts(answerId: string, read: Result<one.Read>): NameFacts {
    const { answerJson, formJson } = read.ok ? read.value.source : NOTHING;
    return nameFactsOf(answerId, answerJson, formJson, zoneOf(this.#work.wish.timeZone));
  }

  /** Typesets those that wait. */
  async flush(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length > 0) await this.typeset(group);
  }

  #nextFile(): string {
    return `${this.#unit}-${this.#parts.length}.pdf`;
  }

  async #keep(made: MadeDocument): Promise<void> {
    const file = this.#nextFile();
    await writeWhole(path.join(this.#work.parts, file), made.pdf);
    this.#parts.push({ file, sides: made.sides, standard: made.standard });
  }

  /**
   * Typesets answers together, as far as they run the same way; each alone where that fails, so that
   * one takes no other with it.
   */
  async typeset(reads: readonly one.Read[]): Promise<void> {
    const made = await this.#made(reads);
    if (made.ok) {
      const { taken } = made.value;
      await this.#take(reads.slice(0, taken), made.value);
      if (taken < reads.length) await this.typeset(reads.slice(taken));
      return;
    }
    const [only] = reads;
    if (only !== undefined && reads.length === 1) this.fail(only.source.answerId, made.error);
    else for (const read of reads) await this.typeset([read]);
  }

  async #made(reads: readonly one.Read[]): Promise<Result<MadeDocument>> {
    const { context, ports, wish } = this.#work;
    const part = this.#unit * MOST_IN_PART + this.#parts.length;
    const about = await one.documentWish(this.#work, zoneOf(wish.timeZone));
    const ground = await groundOf(context, ports);
    const sources = reads.map(({ source }) => source);
    return ports.typesetter.make(sources, { ...about, part }, ground);
  }

  async #take(reads: readonly one.Read[], made: MadeDocument): Promise<void> {
    const work = this.#work;
    await this.#keep(made);
    const perAnswer = new Map(made.perAnswer.map((one) => [one.answerId, one]));
    for (const { source, state } of reads) {
      const { answerId, readAt } = source;
      if (made.left.includes(answerId)) {
        this.fail(answerId, unreadable.error);
        continue;
      }
      this.rows.push({
        ...one.emptyRow(work, answerId),
        ...{ file: fileOf(this.#unit, work.count), source: 'local' },
        ...{ standard: made.standard, readAt: one.iso(readAt), review: state },
        notes: [
          ...(perAnswer.get(answerId)?.notes ?? []),
          ...[this.#because.get(answerId) ?? []].flat(),
        ],
        scripts: perAnswer.get(answerId)?.scripts ?? [],
      });
    }
  }

  /** The unit counts once this is on the disk. */
  async end(): Promise<void> {
    const list = listOf(this.#work.parts, this.#unit);
    await writeWhole(list, JSON.stringify(this.#parts));
  }
}

const NOTHING = { answerJson: null, formJson: null };

/** Why a PDF of the service is no part of a file with others. */
const REFUSED = {
  encrypted: fail({
    ...{ kind: 'local', code: 'export.encrypted' },
    message: 'The service’s PDF is encrypted and can’t be put together with others.',
    safe: 'It can be exported as a file of its own.',
  }),
  damaged: fail({
    ...{ kind: 'local', code: 'export.damaged' },
    message: 'The service’s PDF is damaged and can’t be put together with others.',
    safe: 'It can be exported as a file of its own.',
  }),
} as const satisfies Record<string, { error: AppError }>;

const unreadable = fail({ kind: 'server', code: 'answer.unreadable', message: 'It is not JSON.' });

/** Typesets the answers of a unit as parts of the file that they become. */
export async function exportParts(
  work: one.Work,
  unit: number,
  answerIds: readonly string[],
): Promise<ManifestRow[]> {
  await mkdir(work.parts, { recursive: true, mode: 0o700 });
  const making = new Unit(work, unit);
  const photos: ManifestRow[] = [];
  let had = 0;
  for (const answerId of answerIds) {
    const read = await one.readAnswer(work, answerId);
    if (read.ok && work.wish.photos) {
      photos.push(...(await one.photoRows(work, unit * MOST_IN_PART + had, read.value)));
    }
    if (read.ok) had += 1;
    await making.add(answerId, read);
    making.rows.push(...one.lackingRows(work, answerId, read, making.rows));
  }
  await making.flush();
  await making.end();
  const place = new Map(answerIds.map((id, at) => [id, at]));
  const placeOf = ({ answerId }: ManifestRow): number => place.get(answerId) ?? 0;
  return [...making.rows, ...photos].sort((a, b) => placeOf(a) - placeOf(b));
}

async function partsOf(folder: string, unit: number): Promise<PartFile[]> {
  const list = z.parse(partList, JSON.parse(await readFile(listOf(folder, unit), 'utf8')));
  return list.map((part) => ({ ...part, file: path.join(folder, part.file) }));
}

/**
 * Merges the parts of all units, once they are there.
 *
 * @param rows of all units
 * @returns the rows with what became of their files; null where the signal stopped it
 * @throws where the folder refuses
 */
export async function mergeAll(
  work: one.Work,
  units: number,
  rows: readonly ManifestRow[],
  signal: AbortSignal,
): Promise<Result<ManifestRow[] | null>> {
  const { ports, wish, folder } = work;
  const files = Map.groupBy(Array(units).keys(), (unit) => fileOf(unit, work.count));
  const made = new Map<string, Partial<ManifestRow>>();
  for (const [file, own] of files) {
    const parts: PartFile[] = [];
    for (const unit of own) parts.push(...(await partsOf(work.parts, unit)));
    // Of none of its answers could anything be made.
    if (parts.length === 0) continue;
    const out = path.join(folder, file);
    const { paper, standard, language } = wish;
    const spoken = language === undefined ? {} : { language };
    try {
      const merged = await ports.typesetter.merge(
        { parts, out: partOf(out), paper, standard, ...spoken },
        signal,
      );
      if (!merged.ok) return merged;
      if (merged.value === null) return { ok: true, value: null };
      await rename(partOf(out), out);
      const promised = parts.every((part) => part.standard === standard) ? standard : null;
      made.set(file, { ...merged.value, standard: promised });
    } finally {
      // Half a file is nobody's; where the folder refuses that too, the next run takes it away.
      await rm(partOf(out), { force: true }).catch(() => undefined);
    }
  }
  return {
    ok: true,
    value: rows.map((row) => ({ ...row, ...(row.kind === 'pdf' ? made.get(row.file ?? '') : {}) })),
  };
}

/** What is true of an export that ended before its parts were merged: they are in no file. */
export const withoutFile = (rows: readonly ManifestRow[]): ManifestRow[] =>
  rows.filter(({ kind, failure }) => kind !== 'pdf' || failure !== null);

export const removeAllParts = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
