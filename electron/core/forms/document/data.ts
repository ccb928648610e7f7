import type { Text } from './text.ts';

/** What the template draws: data alone, made by `compose.ts`, never markup. */

/** A picture or a drawing: the name of a file beside the template. */
export interface FilePart {
  k: 'picture' | 'strokes';
  f: string;
  /** What it shows, for a person who does not see it. */
  a: string;
  /** Small facts below it. */
  c: Fact[];
  /** Height in parts of its width. */
  s: number;
}

export type Part =
  | { k: 'text'; t: Text; s: 'plain' | 'quiet' | 'code' | 'link' | 'strong' }
  | { k: 'facts'; i: Fact[] }
  | { k: 'list'; i: Part[][] }
  | { k: 'place'; n: Text | null; w: string; m: MapPart | null }
  | { k: 'blocks'; b: Section[] }
  | FilePart;

export interface MapPart {
  f: string;
  a: string;
  /** Length of the bar of scale in parts of the width, and what it stands for. */
  bar: number;
  by: string;
  /** The areas that the place lies in; null outside of all. */
  of: Text | null;
}

export interface Fact {
  l: Text | null;
  v: Part[];
}

export interface Field {
  l: Text;
  v: Part[];
}

export type Section =
  | { k: 'heading'; n: number; t: Text }
  /** `long`: its questions take more room than its values. */
  | { k: 'fields'; i: Field[]; long?: true }
  | { k: 'signatures'; i: { l: Text; p: Part; c: Fact[] }[] }
  | { k: 'pictures'; i: FilePart[] }
  | { k: 'table'; a: string; h: { t: Text; n: boolean }[]; r: Part[][][]; w: number[] }
  | { k: 'inner'; b: Section[] }
  | { k: 'facts'; i: Fact[] };

/** What the template itself says, and how that runs. */
export interface FrameWords {
  lang: string;
  rtl: boolean;
  kicker: string;
  /** Around the number of a page and that of the last one. */
  page: readonly [string, string];
  logo: string;
  notHere: string;
}

export interface AnswerData {
  title: Text;
  /** The title in one line, for bookmarks and the heads of pages. */
  plainTitle: string;
  name: Text;
  plainName: string;
  rtl: boolean;
  lang: string;
  tenant: Text | null;
  /** The name of its file, and its height in parts of its width. */
  logo: { f: string; s: number } | null;
  head: Field[];
  /** What a reader hardly asks for, below the head. */
  small: Fact[];
  map: MapPart | null;
  body: Section[];
  /** Where it comes from and when, in lines. */
  origin: Text[];
  /** What is missing from the document, and why. */
  notes: Text[];
  /** The foot of each page. */
  foot: Text;
  words: FrameWords;
}

export interface DocumentData {
  title: string;
  lang: string;
  rtl: boolean;
  paper: 'a4' | 'us-letter';
  families: readonly string[];
  answers: AnswerData[];
  /** What the whole answer is called where it comes along. */
  whole: string;
  /** The whole answer as JSON beside the document, where it could not be drawn whole. */
  attach: { f: string; n: string }[];
  /** Whether a bookmark says which answer it leads to, because there are others. */
  many: boolean;
  /** Whether it becomes a part of a larger file, in which its pages get their numbers. */
  part: boolean;
}
