import {
  type AnswerLayout,
  type Block,
  factLabel,
  factsOf,
  type FieldBlock,
  headOf,
  type Member,
  shortList,
  type TableBlock,
  type Technical,
  type Value,
} from '../../../shared/rules/formBlocks.ts';
import { escape } from '../html.ts';
import { fontFaces } from './fonts.ts';
import { printStyle } from './style.ts';

/**
 * The printed answer: one HTML document without scripts and without any address to load from. All
 * text of a tenant passes `escape`; pictures are bitmaps inside the document, drawings are checked
 * path data.
 */

export interface PrintOptions {
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  /** BCP 47. */
  locale: string;
  /** When the mirror read the answer, ms since 1970. */
  readAt: number;
  printedAt: number;
}

/** Beyond this many columns the type becomes smaller. */
const WIDE_TABLE = 5;
/** A longer text may be torn by the end of a page. */
const SHORT_TEXT = 400;

class Writer {
  readonly #options: PrintOptions;
  constructor(options: PrintOptions) {
    this.#options = options;
  }

  instant(at: string | number): string {
    const { locale, timeZone } = this.#options;
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
    return new Intl.DateTimeFormat(locale, format).format(new Date(at));
  }

  value(value: Value, label: string): string {
    switch (value.is) {
      case 'empty':
        return '<span class="empty">–</span>';
      case 'text':
      case 'choice':
        return `<bdi>${escape(value.text)}</bdi>`;
      case 'number':
        return `<bdi>${escape(value.unit === null ? value.text : `${value.text} ${value.unit}`)}</bdi>`;
      case 'day':
        return escape(value.text);
      case 'yesNo':
        return value.yes ? 'Yes' : 'No';
      case 'instant':
        return `<time datetime="${escape(value.iso)}">${escape(this.instant(value.iso))}</time>`;
      case 'place': {
        const where = `<span dir="ltr">${escape(value.lat)}, ${escape(value.lng)}</span>`;
        const name = value.name === null ? '' : `<bdi>${escape(value.name)}</bdi><br>`;
        return `${name}${where}${this.more(factsOf(value))}`;
      }
      case 'picture':
        return `<img alt="${escape(label)}" src="${escape(value.src)}">${this.more(factsOf(value))}`;
      case 'strokes':
        return drawing(value, label) + this.more(factsOf(value));
      case 'file':
        return `<span class="empty">File ${escape(value.mime)}, ${sizeOf(value.sizeBytes)}</span>`;
      case 'link':
        return `<bdi class="address">${escape(value.url)}</bdi>`;
      case 'record':
        return `<bdi>${escape(value.name)}</bdi>${this.more(factsOf(value))}`;
      case 'many': {
        if (value.values.every(isPicture)) return this.pictures(value.values, label);
        const short = shortList(value.values);
        if (short !== null) return short.map((item) => `<bdi>${escape(item)}</bdi>`).join(', ');
        const items = value.values.map((item) => `<li>${this.value(item, label)}</li>`);
        return `<ul>${items.join('')}</ul>`;
      }
      case 'nested':
        return this.blocks(value.blocks, 4);
      case 'json':
        return `<pre dir="ltr">${escape(value.text)}</pre>`;
    }
  }

  /** Small facts in one quiet line. */
  more(facts: readonly Member[]): string {
    if (facts.length === 0) return '';
    const parts = facts.map((fact) => {
      const label = factLabel(fact);
      const name = label === '' ? '' : `<bdi>${escape(label)}</bdi> `;
      return `<span>${name}${this.value(fact.value, fact.label)}</span>`;
    });
    return `<span class="more">${parts.join('')}</span>`;
  }

  #figure(value: Value, label: string): string {
    if (value.is !== 'picture') return '';
    const facts = this.more(factsOf(value));
    const caption = facts === '' ? '' : `<figcaption>${facts}</figcaption>`;
    return `<figure><img alt="${escape(label)}" src="${escape(value.src)}">${caption}</figure>`;
  }

  pictures(values: readonly Value[], label: string): string {
    const figures = values.map((value) => this.#figure(value, label));
    return `<div class="pictures${values.length === 1 ? ' one' : ''}">${figures.join('')}</div>`;
  }

  /** On a line, with the name below, as on paper. */
  #signature(field: FieldBlock): string {
    const { value, label } = field;
    const ink =
      value.is === 'picture'
        ? `<img alt="${escape(label)}" src="${escape(value.src)}">`
        : value.is === 'strokes'
          ? drawing(value, label)
          : '';
    const facts = this.more(factsOf(value, field.more));
    const caption = `<figcaption dir="auto">${escape(label)}${facts}`;
    return `<figure class="signature"><div class="ink">${ink}</div>${caption}</figcaption></figure>`;
  }

  #field({ label, value, more }: FieldBlock): string {
    const content = this.value(value, label) + this.more(told(more));
    const short = content.length < SHORT_TEXT ? ' class="short"' : '';
    return `<div${short}><dt dir="auto">${escape(label)}</dt><dd dir="auto">${content}</dd></div>`;
  }

  #table({ columns, rows, label }: TableBlock): string {
    const numbers = columns.map((_column, at) =>
      rows.every((row) => {
        const cell = row[at] ?? null;
        return cell === null || cell.is === 'number' || cell.is === 'empty';
      }),
    );
    const classOf = (at: number): string => (numbers[at] === true ? ' class="number"' : '');
    const head = columns.map(
      (column, at) => `<th scope="col" dir="auto"${classOf(at)}>${escape(column.label)}</th>`,
    );
    const body = rows.map((row) => {
      const cells = row.map((cell, at) => {
        const content = cell === null ? '' : this.value(cell, columns[at]?.label ?? label);
        return `<td dir="auto"${classOf(at)}>${content}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    const wide = columns.length > WIDE_TABLE ? ' class="wide"' : '';
    return `<table${wide}><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  }

  /** Blocks in their order; neighbours of one kind share one list, grid or row of signatures. */
  blocks(blocks: readonly Block[], level: 2 | 3 | 4): string {
    const next = level === 2 ? 3 : 4;
    let out = '';
    let run: FieldBlock[] = [];
    let kind: 'field' | 'signature' | null = null;
    const close = (): void => {
      if (kind === 'field') {
        out += `<dl class="fields">${run.map((field) => this.#field(field)).join('')}</dl>`;
      } else if (kind === 'signature') {
        const figures = run.map((field) => this.#signature(field));
        out += `<div class="signatures">${figures.join('')}</div>`;
      }
      run = [];
      kind = null;
    };
    const heading = (label: string): string => `<h${level} dir="auto">${escape(label)}</h${level}>`;
    for (const block of blocks) {
      if (block.is === 'field' && !isGallery(block.value)) {
        const wanted = isSignature(block.value) ? 'signature' : 'field';
        if (kind !== wanted) close();
        kind = wanted;
        run.push(block);
        continue;
      }
      close();
      if (block.is === 'group' && block.bare) out += this.blocks(block.blocks, level);
      else if (block.is === 'group') {
        out += `<section>${heading(block.label)}${this.blocks(block.blocks, next)}</section>`;
      } else if (block.is === 'table') out += heading(block.label) + this.#table(block);
      else {
        const values = block.value.is === 'many' ? block.value.values : [block.value];
        out +=
          heading(block.label) + this.pictures(values, block.label) + this.more(told(block.more));
      }
    }
    close();
    return out;
  }

  head(fields: readonly FieldBlock[]): string {
    if (fields.length === 0) return '';
    const cells = fields.map(({ label, value }, at) => {
      // The last one takes what is left of its row, so that the line below is whole.
      const wide = at === fields.length - 1 ? ` class="span${3 - (at % 3)}"` : '';
      const content = this.value(value, label);
      return `<div${wide}><dt dir="auto">${escape(label)}</dt><dd dir="auto">${content}</dd></div>`;
    });
    return `<dl class="head">${cells.join('')}</dl>`;
  }
}

/** What is empty says nothing as a small fact. */
function told(facts: readonly Member[]): Member[] {
  return facts.filter(({ value }) => value.is !== 'empty');
}

function isPicture(value: Value): boolean {
  return value.is === 'picture' && !value.signature;
}

function isGallery(value: Value): boolean {
  return isPicture(value) || (value.is === 'many' && value.values.every(isPicture));
}

function isSignature(value: Value): boolean {
  return value.is === 'strokes' || (value.is === 'picture' && value.signature);
}

function drawing(value: { path: string; viewBox: string }, label: string): string {
  return (
    `<svg role="img" aria-label="${escape(label)}" viewBox="${escape(value.viewBox)}">` +
    `<path d="${escape(value.path)}"/></svg>`
  );
}

function sizeOf(sizeBytes: number): string {
  return sizeBytes < 1024 ? `${sizeBytes} bytes` : `${Math.round(sizeBytes / 1024)} kB`;
}

/** Declared types, gathered: one line per type, with the fields that have it. */
function technicalHtml(technical: readonly Technical[]): string {
  if (technical.length === 0) return '';
  const lines = new Map<string, string[]>();
  for (const { label, text, of } of technical) {
    const name = `${label} ${text}`;
    lines.set(name, [...(lines.get(name) ?? []), of]);
  }
  const parts = [...lines].map(
    ([name, fields]) => `<p dir="auto">${escape(name)}: ${escape(fields.join(', '))}</p>`,
  );
  return `<div class="technical">${parts.join('')}</div>`;
}

/** The whole document, ready for printing. */
export async function printAnswer(layout: AnswerLayout, options: PrintOptions): Promise<string> {
  const writer = new Writer(options);
  const named = layout.answerId === '' ? '' : `Answer ${layout.answerId}`;
  const content =
    `<header><p class="kind">Form answer</p><h1 dir="auto">${escape(layout.title)}</h1>` +
    `<p class="origin">${named === '' ? '' : `<strong>${escape(named)}</strong><br>`}` +
    `Local copy made by Waybill on ${escape(writer.instant(options.printedAt))} from data read on ` +
    `${escape(writer.instant(options.readAt))} · times in ${escape(options.timeZone)}</p>` +
    `${writer.head(headOf(layout))}</header>` +
    `<main>${writer.blocks(layout.body, 2)}</main>${technicalHtml(layout.technical)}`;
  const fonts = await fontFaces(content);
  const style = printStyle({ start: 'Waybill · local copy', middle: named });
  return (
    `<!doctype html><html lang="${escape(options.locale)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">` +
    `<title>${escape(named === '' ? layout.title : `${layout.title} – ${named}`)}</title>` +
    `<style>${fonts}${style}</style></head><body>${content}</body></html>`
  );
}
