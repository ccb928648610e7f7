import type { Block, Value } from '../../../../shared/rules/formBlocks.ts';
import { withFiles } from '../../../../shared/rules/answerFiles.ts';
import { layoutAnswer } from '../../../../shared/rules/formLayout.ts';
import type { AnswerPicture, AnswerSource } from './make.ts';
import { photoOf } from './pictures.ts';
import type { Undrawn } from './words.ts';

/** The photos of an answer, each with the question that it answers. */

const IMAGE = 'image/';

/** What can't be had stands in the answer as a picture does, so that it has the question of one. */
const standIn = (url: string): string =>
  `data:image/png;base64,${Buffer.from(`not here: ${url}`).toString('base64')}`;

/** A picture that is not there, and why. */
interface Missing {
  url: string;
  why: Undrawn;
}

class Photos {
  readonly found: AnswerPicture[] = [];
  readonly #missing: ReadonlyMap<string, Missing>;
  /** What was met of it. */
  readonly #met = new Set<string>();

  /** @param missing by what stands in for it */
  constructor(missing: ReadonlyMap<string, Missing>) {
    this.#missing = missing;
  }

  #inValue(value: Value | null, label: string): void {
    if (value === null) return;
    if (value.is === 'picture') {
      const missing = this.#missing.get(value.src);
      if (missing !== undefined) this.#met.add(value.src);
      // Signatures are no photos, here or not.
      if (!value.signature) {
        const photo = missing === undefined ? photoOf(value.src) : { file: null, why: missing.why };
        this.found.push({ label, ...photo });
      }
    }
    if (value.is === 'file') {
      const { mime } = value;
      const why: Undrawn = mime.startsWith(IMAGE)
        ? { is: 'kind', kind: mime.slice(IMAGE.length).toUpperCase() }
        : { is: 'file', mime };
      this.found.push({ label, file: null, why });
    }
    if (value.is === 'many') for (const one of value.values) this.#inValue(one, label);
    if (value.is === 'nested') this.inBlocks(value.blocks);
    if ('more' in value) for (const fact of value.more) this.#inValue(fact.value, label);
  }

  inBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.is === 'group') this.inBlocks(block.blocks);
      else if (block.is === 'field') {
        this.#inValue(block.value, block.label);
        for (const fact of block.more) this.#inValue(fact.value, block.label);
      } else {
        for (const row of block.rows) {
          row.forEach((cell, at) => this.#inValue(cell, block.columns[at]?.label ?? block.label));
        }
      }
    }
  }

  /** Names those that stand where no picture is looked for. */
  others(): void {
    for (const [src, { url, why }] of this.#missing) {
      if (this.#met.has(src)) continue;
      this.found.push({ label: new URL(url).pathname.split('/').at(-1) ?? '', file: null, why });
    }
  }
}

/** What is no picture, too large for one, or not here, is named with the reason. */
export function picturesOf(source: AnswerSource): AnswerPicture[] {
  const missing = new Map<string, Missing>();
  const files: Record<string, string> = { ...source.files };
  for (const [url, why] of Object.entries(source.missing ?? {})) {
    const src = standIn(url);
    files[url] = src;
    missing.set(src, { url, why });
  }
  const layout = layoutAnswer(withFiles(source.answerJson, files), source.formJson);
  const photos = new Photos(missing);
  if (layout !== null) photos.inBlocks([...layout.head, ...layout.body]);
  photos.others();
  return photos.found;
}
