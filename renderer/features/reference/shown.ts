import { instantOf } from '../../../shared/rules/instant.ts';
import { hrefOf } from '../../records/entities.ts';
import { formatValue } from '../../records/columns.ts';
import { clock } from '../../state/clock.svelte.ts';
import {
  formatCount,
  formatDuration,
  formatExact,
  formatPercent,
  formatSpeed,
  formatZone,
  locale,
} from '../../state/format.ts';
import { isLanguage } from '../../state/locale.ts';
import { ecoSpeedKmh, idlingLimitS } from '../../state/limits.ts';
import { fieldsOfText } from '../../state/record.ts';
import { isZone, wallTime } from '../../state/zone.ts';
import { zones } from '../../state/zones.svelte.ts';
import { text } from '../../text/en.ts';
import type { Read } from './reading.ts';

/** Values of documents in people's words and units; what does not fit is shown as it is. */

const words = text.reference;

export interface Fact {
  name: string;
  value: string;
  mono: boolean;
  href: string | null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function languageName(code: string): string {
  if (!isLanguage(code)) return code;
  const names = new Intl.DisplayNames([locale()], { type: 'language', fallback: 'none' });
  return names.of(code) ?? code;
}

/** Today as a pattern of dates spells it: `dd.MM.yyyy` gives `22.11.2026 (dd.MM.yyyy)`. */
function dateExample(pattern: string): string {
  const [day = ''] = wallTime(clock.nowMs, zones.current).split('T');
  const [yyyy = '', MM = '', dd = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = { yyyy, yy: yyyy.slice(2), MM, dd };
  const example = pattern.replaceAll(/yyyy|yy|MM|dd/g, (part) => parts[part] ?? part);
  return /[A-Za-z]/.test(example) ? pattern : words.dateExample(example, pattern);
}

function shownValue({ field, value, source }: Read): string {
  const { kind } = field;
  if (value === null || source === '') return words.notSet;
  const quantity = (format: (amount: number) => string): string => {
    const number = numberOf(value);
    return number === null ? source : format(number);
  };
  const either = (on: string, off: string): string =>
    typeof value === 'boolean' ? (value ? on : off) : source;
  switch (kind.as) {
    case 'yesNo':
      return either(text.word.yes, text.word.no);
    case 'onOff':
      return either(words.on, words.off);
    case 'count':
      return quantity(formatCount);
    case 'pixels':
      return quantity((amount) => text.units.of(formatCount(amount), words.pixels));
    case 'percent':
      return quantity((amount) => formatPercent(amount > 1 ? amount / 100 : amount));
    case 'zoom':
      return quantity((level) => words.zoomLevel(formatCount(level)));
    case 'speedKmh':
      return quantity(formatSpeed);
    case 'durationS':
      return quantity(formatDuration);
    case 'durationMin':
      return quantity((minutes) => formatDuration(minutes * 60));
    case 'zone':
      return isZone(source) ? formatZone(source) : source;
    case 'language':
      return languageName(source);
    case 'dateFormat':
      return dateExample(source);
    case 'role':
    case 'plan':
    case 'country':
    case 'phone':
      return formatValue(source, kind.as);
    case 'instant': {
      const at = instantOf(value);
      return at === null ? source : formatExact(at);
    }
    case 'choice':
      return new Map(Object.entries(kind.words)).get(source) ?? source;
    case 'text':
    case 'mono':
    case 'record':
    case 'permissions':
    case 'quiet':
      return source;
  }
}

/** What is known as facts, in the order of the table; links lead to the records that they name. */
export function factsOf(known: readonly Read[]): Fact[] {
  return known
    .filter(({ field }) => field.kind.as !== 'permissions')
    .map((read): Fact => {
      const { kind, label } = read.field;
      const role = kind.as === 'role' && read.source !== '' ? hrefOf('role', read.source) : null;
      const named = kind.as === 'record' && read.id !== null ? hrefOf(kind.entity, read.id) : role;
      return { name: label, value: shownValue(read), mono: kind.as === 'mono', href: named };
    });
}

/** What a setting changes on this desk; null where it is not one of those that do. */
export function effectOf(endpoint: string, json: string): string | null {
  const setting = fieldsOfText(json);
  const nobody = fieldsOfText(null);
  if (endpoint === 'getEcoSpeed') {
    const speed = ecoSpeedKmh(setting, nobody);
    return speed === null ? words.effect.none : words.effect.eco(formatSpeed(speed));
  }
  if (endpoint === 'getExcessiveIdling') {
    const limit = idlingLimitS(setting, nobody);
    return limit === null ? words.effect.none : words.effect.idling(formatDuration(limit));
  }
  return null;
}
