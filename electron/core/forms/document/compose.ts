import { timeFormat } from '../../timeFormat.ts';
import { unambiguous } from '../../timeZone.ts';
import {
  type AnswerLayout,
  type Block,
  emptyFacts,
  factLabel,
  factsOf,
  type FieldBlock,
  headOf,
  type Member,
  shortList,
  type TableBlock,
  type Technical,
  type Value,
} from '../../../../shared/rules/formBlocks.ts';
import { headLabel } from '../../../../shared/rules/headWords.ts';
import type { AnswerData, Fact, Field, FilePart, MapPart, Part, Section } from './data.ts';
import { MOST_MAPS, SMALL_MAP, WIDE_MAP } from './ground.ts';
import { pictureOf } from './pictures.ts';
import type { Composed, ComposeOptions } from './composed.ts';
import { reviewSections } from './reviewed.ts';
import { frameOf } from './frame.ts';
import { stateOf, withRoom } from './shape.ts';
import { type Text, TextMaker } from './text.ts';
import { type DocumentWords, type Undrawn, wordsOf } from './words.ts';
import {
  holdsNumbers,
  isGallery,
  isMachines,
  isSignature,
  placeOf,
  sampleOf,
  sizeOf,
  svgOf,
  widthOfColumn,
} from './values.ts';

/** An answer as the template draws it: its layout in words, pictures and maps. */

/** Longer texts go on in the attached JSON: nobody reads a hundred pages of one field. */
const LONGEST_TEXT = 20_000;
/** About a hundred and fifty pages. */
const MOST_TEXT = 400_000;
const MOST_PICTURES = 200;
/** Fields, rows and items of lists: more would take the typesetter minutes. */
const MOST_ITEMS = 5_000;
/** Fields in one list: the typesetter's time grows faster than a list does. */
const MOST_IN_LIST = 100;

class Composer {
  readonly say: DocumentWords;
  readonly text: TextMaker;
  readonly files = new Map<string, Uint8Array>();
  readonly notes: string[] = [];
  cut = 0;
  /** Fields, rows and items that did not fit in. */
  leftOut = 0;
  #left = MOST_TEXT;
  #items = MOST_ITEMS;
  #maps = 0;
  #pictures = 0;
  readonly #options: ComposeOptions;

  constructor(options: ComposeOptions, sample: string) {
    this.#options = options;
    this.say = wordsOf(options.language);
    this.text = new TextMaker(options.coverage, sample, this.say);
  }

  /** As many of them as a document still has room for. */
  room<T>(items: readonly T[]): readonly T[] {
    const taken = items.slice(0, Math.max(0, this.#items));
    this.#items -= taken.length;
    this.leftOut += items.length - taken.length;
    return taken;
  }

  /** A text of the answer, cut where it is longer than a reader can use. */
  words(text: string): Text {
    const most = Math.min(LONGEST_TEXT, this.#left);
    this.#left -= Math.min(text.length, most);
    if (text.length <= most) return this.text.make(text);
    const rest = text.length - most;
    this.cut += rest;
    return this.text.make(`${text.slice(0, most).toWellFormed()} … ${this.say.more(rest)}`);
  }

  /** @param isExact whether seconds are said: those that an answer gives may matter */
  instant(at: string | number, isExact = false): string {
    const { locale, timeZone } = this.#options;
    const date = new Date(at);
    const timeStyle = isExact && date.getUTCSeconds() !== 0 ? 'medium' : 'short';
    return unambiguous(timeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone }), date);
  }

  /** @param day `2026-03-01`, wherever on earth */
  day(day: string): string {
    const at = Date.parse(day);
    const format = { dateStyle: 'medium', timeZone: 'UTC' } as const;
    return Number.isNaN(at) ? day : timeFormat(this.#options.locale, format).format(new Date(at));
  }

  plain(text: string): Part {
    return { k: 'text', t: this.words(text), s: 'plain' };
  }

  quiet(text: string): Part {
    return { k: 'text', t: this.words(text), s: 'quiet' };
  }

  parts(value: Value, label: string): Part[] {
    const facts = this.factsFrom(value);
    const more: Part[] = facts.length === 0 ? [] : [{ k: 'facts', i: facts }];
    switch (value.is) {
      case 'empty':
        return [this.quiet('–')];
      case 'text':
      case 'choice':
        return [this.plain(value.text)];
      case 'number':
        // A number and its unit stay together.
        return [this.plain(value.unit === null ? value.text : `${value.text}\u00a0${value.unit}`)];
      case 'day':
        return [this.plain(value.text)];
      case 'yesNo':
        return [this.plain(value.yes ? this.say.yes : this.say.no)];
      case 'instant':
        return [this.plain(this.instant(value.iso, true))];
      case 'place':
        return [this.place(value, true), ...more];
      case 'picture':
      case 'strokes': {
        const drawn = this.file(value, label);
        return 'f' in drawn ? [drawn] : [drawn, ...more];
      }
      case 'file':
        return [this.quiet(this.say.file(value.mime, sizeOf(value.sizeBytes, this.say)))];
      case 'link':
        return [{ k: 'text', t: this.words(value.url), s: 'link' }];
      case 'record':
        return [this.plain(value.name), ...more];
      case 'many': {
        const short = shortList(value.values);
        if (short !== null) return [this.plain(short.join(', '))];
        return [{ k: 'list', i: this.room(value.values).map((item) => this.parts(item, label)) }];
      }
      case 'nested':
        return [{ k: 'blocks', b: this.inside(value.blocks, label) }];
      case 'json':
        return [{ k: 'text', t: this.words(value.text), s: 'code' }];
    }
  }

  /** What is inside of a cell, without a heading that says what the column says already. */
  inside(blocks: readonly Block[], label: string): Section[] {
    const drawn = this.sections(blocks, null);
    const said = blocks.length === 1 && blocks[0]?.label === label && drawn[0]?.k === 'heading';
    return said ? drawn.slice(1) : drawn;
  }

  facts(members: readonly Member[]): Fact[] {
    return members.map((member) => {
      const label = headLabel(this.say.code, member.key, factLabel(member));
      return {
        l: label === '' ? null : this.words(label),
        v: this.parts(member.value, member.label),
      };
    });
  }

  /** What stands beside a value; members that say nothing are named together. */
  factsFrom(value: Value, more: readonly Member[] = []): Fact[] {
    const empty = emptyFacts(value, more).join(', ');
    const unsaid: Fact = { l: this.words(this.say.leftEmpty), v: [this.quiet(empty)] };
    return [...this.facts(factsOf(value, more)), ...(empty === '' ? [] : [unsaid])];
  }

  place(value: Value & { is: 'place' }, small: boolean): Part & { k: 'place' } {
    return {
      k: 'place',
      n: value.name === null ? null : this.words(value.name),
      w: `${value.lat}, ${value.lng}`,
      m: small ? this.map(value, SMALL_MAP) : null,
    };
  }

  map(value: Value & { is: 'place' }, aspect: number): MapPart | null {
    if (this.#maps >= MOST_MAPS) return null;
    this.#maps += 1;
    const { ground, areas } = this.#options;
    const drawn = ground.draw(Number(value.lat), Number(value.lng), aspect, areas);
    const file = `${this.#options.prefix}map-${this.#maps}.svg`;
    this.files.set(file, Buffer.from(drawn.svg));
    const inside = drawn.within.map((name) => this.text.drawable(name).slice(0, 120));
    const named = value.name === null ? [] : [this.text.drawable(value.name)];
    const where = [...named, ...inside, `${value.lat}, ${value.lng}`].join(', ');
    const { label, share } = drawn.scale;
    const of = inside.length === 0 ? null : this.text.make(inside.join(' · '));
    return { f: file, a: this.say.mapOf(where), bar: share, by: label, of };
  }

  /** A picture or a drawing as a file of the document; words where it can't be drawn. */
  file(
    value: Value & { is: 'picture' | 'strokes' },
    label: string,
  ): Part & (FilePart | { k: 'text' }) {
    const alt = this.text.drawable(label).slice(0, 300) || this.say.picture;
    const facts = this.factsFrom(value);
    this.#pictures += 1;
    const name = `${this.#options.prefix}${value.is}-${this.#pictures}`;
    if (value.is === 'strokes') {
      const [, , width = 1, height = 1] = value.viewBox.split(' ').map(Number);
      const file = `${name}.svg`;
      if (this.#options.unreadable.has(file)) return this.#undrawn(label, { is: 'damaged' });
      this.files.set(file, Buffer.from(svgOf(value)));
      return { k: 'strokes', f: file, a: alt, c: facts, s: height / width };
    }
    if (this.#pictures > MOST_PICTURES) return this.#undrawn(label, { is: 'tooMany' });
    const picture = pictureOf(value.src);
    if ('why' in picture) return this.#undrawn(label, picture.why);
    const file = `${name}.${picture.extension}`;
    if (this.#options.unreadable.has(file)) return this.#undrawn(label, { is: 'damaged' });
    this.files.set(file, picture.bytes);
    return { k: 'picture', f: file, a: alt, c: facts, s: picture.heightPx / picture.widthPx };
  }

  #undrawn(label: string, undrawn: Undrawn): Part & { k: 'text' } {
    const why = this.say.why(undrawn);
    this.notes.push(this.say.pictureOf(label, why));
    return { k: 'text', t: this.words(this.say.notDrawn(why)), s: 'quiet' };
  }

  field({ label, value, more }: FieldBlock): Field {
    const facts = this.factsFrom({ is: 'empty' }, more);
    const beside: Part[] = facts.length === 0 ? [] : [{ k: 'facts', i: facts }];
    return { l: this.words(label), v: [...this.parts(value, label), ...beside] };
  }

  /** A place of the head has its map below it, as wide as the page. */
  inHead(field: FieldBlock): Field {
    const { value } = field;
    const label = headLabel(this.say.code, field.key, field.label);
    if (value.is !== 'place') return this.field({ ...field, label, value: stateOf(field) });
    const facts = this.factsFrom(value, field.more);
    const beside: Part[] = facts.length === 0 ? [] : [{ k: 'facts', i: facts }];
    return { l: this.words(label), v: [this.place(value, false), ...beside] };
  }

  table({ columns, rows, label }: TableBlock): Section {
    return {
      k: 'table',
      a: this.text.drawable(label).slice(0, 300),
      h: columns.map((column, at) => ({ t: this.words(column.label), n: holdsNumbers(rows, at) })),
      r: this.room(rows).map((row) =>
        row.map((cell, at) => (cell === null ? [] : this.parts(cell, columns[at]?.label ?? label))),
      ),
      w: columns.map((column, at) => widthOfColumn(column.label, rows, at)),
    };
  }

  /**
   * Blocks in their order; neighbours of one kind share one list, grid or row of signatures.
   *
   * @param level of the headings; null inside of tables, where they are no headings of the document
   */
  sections(blocks: readonly Block[], level: number | null): Section[] {
    const next = level === null ? null : Math.min(level + 1, 6);
    const out: Section[] = [];
    let ended: Section | undefined;
    const heading = (label: string): void => {
      out.push({ k: 'heading', n: level ?? 0, t: this.words(label) });
    };
    for (const block of this.room(blocks)) {
      const last = out.at(-1);
      if (block.is === 'group') {
        if (block.bare) {
          out.push(...this.sections(block.blocks, level));
          continue;
        }
        heading(block.label);
        const inner = this.sections(block.blocks, next);
        if (level === 2) out.push(...inner);
        else out.push({ k: 'inner', b: inner });
        // What follows a section is none of its questions.
        [ended] = out.slice(-1);
      } else if (block.is === 'table') {
        heading(block.label);
        out.push(this.table(block));
      } else if (isGallery(block.value)) {
        heading(block.label);
        out.push(...this.gallery(block));
      } else if (isSignature(block.value)) {
        const row: Section & { k: 'signatures' } =
          last?.k === 'signatures' ? last : { k: 'signatures', i: [] };
        if (row !== last) out.push(row);
        row.i.push(this.signature(block));
      } else {
        const list: Section & { k: 'fields' } =
          last?.k === 'fields' && last !== ended && last.i.length < MOST_IN_LIST
            ? last
            : { k: 'fields', i: [] };
        if (list !== last) out.push(list);
        list.i.push(this.field(block));
      }
    }
    return out.map(withRoom);
  }

  gallery(block: FieldBlock): Section[] {
    const values = block.value.is === 'many' ? block.value.values : [block.value];
    const drawn: FilePart[] = [];
    const words: Field[] = [];
    values.forEach((value, at) => {
      if (value.is !== 'picture') return;
      const label = values.length === 1 ? block.label : `${block.label} ${at + 1}`;
      const part = this.file(value, label);
      if ('f' in part) drawn.push(part);
      else words.push({ l: this.words(label), v: [part] });
    });
    const facts = this.factsFrom({ is: 'empty' }, block.more);
    return [
      ...(drawn.length === 0 ? [] : [{ k: 'pictures', i: drawn } as const]),
      ...(words.length === 0 ? [] : [{ k: 'fields', i: words } as const]),
      ...(facts.length === 0 ? [] : [{ k: 'facts', i: facts } as const]),
    ];
  }

  signature(block: FieldBlock): { l: Text; p: Part; c: Fact[] } {
    const { value } = block;
    const facts = this.factsFrom(value, block.more);
    const p =
      value.is === 'picture' || value.is === 'strokes'
        ? this.file(value, block.label)
        : this.quiet('–');
    return { l: this.words(block.label), p, c: facts };
  }

  technical(technical: readonly Technical[]): Section[] {
    if (technical.length === 0) return [];
    const lines = new Map<string, string[]>();
    for (const { label, text, of } of technical) {
      const name = `${label} ${text}`;
      lines.set(name, [...(lines.get(name) ?? []), of]);
    }
    const facts = [...lines].map(([name, fields]) => ({
      l: this.words(name),
      v: [this.quiet(fields.join(', '))],
    }));
    return [{ k: 'facts', i: facts }];
  }

  logo(): { f: string; s: number } | null {
    const { logo, prefix } = this.#options;
    if (logo === null) return null;
    const picture = pictureOf(logo);
    if ('why' in picture) return null;
    const file = `${prefix}logo.${picture.extension}`;
    if (this.#options.unreadable.has(file)) return null;
    this.files.set(file, picture.bytes);
    return { f: file, s: picture.heightPx / picture.widthPx };
  }
}

/** The texts, pictures and maps of one answer, as the template draws them. What was cut is told first. */
export function composeAnswer(layout: AnswerLayout, options: ComposeOptions): Composed {
  const sample = sampleOf(layout);
  const composer = new Composer(options, sample);
  const { text, say } = composer;
  const place = placeOf(layout);
  const fields = headOf(layout);
  const head = fields.filter((field) => !isMachines(field)).map((field) => composer.inHead(field));
  const machines = fields.filter(isMachines).map((field) => ({
    ...field,
    label: headLabel(say.code, field.key, field.label),
  }));
  const small = composer.facts(machines);
  const map = place === null ? null : composer.map(place, WIDE_MAP);
  const body = [
    ...composer.sections(layout.body, 2),
    ...composer.technical(layout.technical),
    ...reviewSections(composer, options.review),
  ];
  if (composer.leftOut > 0) composer.notes.unshift(say.cutFields(composer.leftOut));
  if (composer.cut > 0) composer.notes.unshift(say.cutText(composer.cut));
  const frame = frameOf(composer, layout, sample, options);
  const undrawn = text.undrawn.slice(0, 20);
  const notes = [
    ...composer.notes.slice(0, 20),
    ...undrawn.map(({ name: script, count }) => say.noFont(script, count)),
  ];
  const logo = composer.logo();
  const data: AnswerData = {
    ...frame,
    ...{ logo, head, small, map, body },
    notes: notes.map((note) => text.make(note)),
  };
  const cut = composer.cut + composer.leftOut;
  return { data, files: composer.files, cut, notes, scripts: text.undrawnScripts };
}
