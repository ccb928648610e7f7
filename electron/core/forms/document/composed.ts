import type { DocumentLanguage } from '../../../../shared/rules/documentLanguages.ts';
import type { Coverage } from './coverage.ts';
import type { AnswerData } from './data.ts';
import type { AreaOnMap, GroundDrawer } from './ground.ts';
import type { ReviewOnPaper } from './reviewed.ts';

/** What an answer is composed with, and what comes of it. */

export interface ComposeOptions {
  /** IANA name of the zone that instants are shown in. */
  timeZone: string;
  /** What the document says of itself. */
  language?: DocumentLanguage;
  /** BCP 47, for dates. */
  locale: string;
  /** When the mirror read the answer, ms since 1970. */
  readAt: number;
  madeAt: number;
  /** Whether the page says why there is no more of the answer. */
  instead?: boolean;
  /** Whether the form asks otherwise today than the answer was asked. */
  formChanged: boolean;
  /** What people did to it; null where it is not wished. */
  review: ReviewOnPaper | null;
  /** Name of the company that the document speaks for; empty where it is not known. */
  tenant: string;
  /** Its sign as a data address of a bitmap; null where there is none. */
  logo: string | null;
  coverage: readonly Coverage[];
  ground: GroundDrawer;
  /** Areas of the mirror around its places. */
  areas: readonly AreaOnMap[];
  /** Begins the names of this answer's files. */
  prefix: string;
  /** Files of an earlier attempt that the typesetter could not read. */
  unreadable: ReadonlySet<string>;
}

export interface Composed {
  data: AnswerData;
  /** What the document shows beside text, by the names that the data gives. */
  files: Map<string, Uint8Array>;
  /** Characters, fields and rows that did not fit in. */
  cut: number;
  /** What could not be drawn, for people; also said in the document. */
  notes: string[];
  /** The scripts (ISO 15924) of which letters have no font. */
  scripts: string[];
}
