import { isFields, parsedJson } from '../../../shared/rules/jsonValue.ts';
import { referenceId } from '../../../shared/rules/merge.ts';
import type { Entity, Op } from '../../bridge.ts';
import { formatLength } from '../../state/areaFigures.ts';
import { formatDistance, formatDuration } from '../../state/format.ts';
import { reportFormat, reportKey } from '../../state/keys.ts';
import { fieldsOf, nameOf, textAt } from '../../state/record.ts';
import { reference } from '../../state/reference.svelte.ts';
import { text } from '../../text/en.ts';
import { deviceModels } from '../deviceModels.svelte.ts';
import type { Asked } from '../form.ts';
import { recordsOfParam } from '../reportParams.ts';
import { scheduleOf } from '../schedule.ts';
import { scheduleSentence } from '../scheduleWords.ts';
import { writeForms } from '../writeForms.ts';
import type { NameOfRecord } from './changes.ts';

/* What fields of writes say to people: records by their names, quantities in the person's unit. */

function askOf(endpoint: string, field: string): Asked | null {
  const form = Object.entries(writeForms).find(([name]) => name === endpoint)?.[1];
  if (form === undefined || !('fields' in form)) return null;
  return form.fields.find(({ name }) => name === field)?.ask ?? null;
}

/** The kind of record whose id stands in a field; null where none does. */
export function recordIn(endpoint: string, field: string): Entity | null {
  // Whoever stands above the clients names the owner of what is new.
  if (field === 'clientId') return 'client';
  const ask = askOf(endpoint, field);
  return ask?.as === 'record' ? ask.entity : null;
}

function metres(value: unknown, format: (metres: number) => string): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? format(value) : null;
}

/** One parameter of a report: `Vehicles: WB-001, WB-002`. */
function paramInWords(key: string, value: unknown, nameOfRecord: NameOfRecord): string {
  const entity = recordsOfParam(key);
  const one = (part: unknown): string => {
    if (typeof part === 'boolean') return part ? text.word.yes : text.word.no;
    const plain = nameOf(part) ?? JSON.stringify(part);
    if (entity !== null) return nameOfRecord(entity, plain) ?? plain;
    if (/distance/i.test(key)) return metres(part, formatDistance) ?? plain;
    if (/duration/i.test(key)) return metres(part, formatDuration) ?? plain;
    return typeof part === 'string' ? reportKey(part) : plain;
  };
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return `${reportKey(key)}: ${list.map(one).join(', ')}`;
}

/** What only a report has. */
function ofReport(field: string, value: unknown, nameOfRecord: NameOfRecord): string | null {
  switch (field) {
    case 'schedule': {
      const schedule = scheduleOf(value);
      return schedule === null ? null : scheduleSentence(schedule);
    }
    case 'recipients': {
      const list: readonly unknown[] = Array.isArray(value) ? value : [];
      const known = list.map((one) => nameOf(one) ?? textAt(fieldsOf(one), 'email'));
      return list.length === 0 || known.includes(null) ? null : known.join(', ');
    }
    case 'format':
      return typeof value === 'string' && value !== '' ? reportFormat(value) : null;
    case 'params': {
      const params = isFields(value) ? Object.entries(value) : [];
      if (params.length === 0) return null;
      return params.map(([key, one]) => paramInWords(key, one, nameOfRecord)).join('; ');
    }
    default:
      return null;
  }
}

const AREA_TYPES: Readonly<Record<string, string>> = text.areas.type;

/** What a value says beyond its JSON text; null where that tells it, or what it names is not known. */
export function fieldInWords(
  { endpoint, entity }: Pick<Op, 'endpoint' | 'entity'>,
  field: string,
  json: string,
  nameOfRecord: NameOfRecord,
): string | null {
  const named = recordIn(endpoint, field);
  const id = referenceId(json);
  if (named !== null && id !== null) return nameOfRecord(named, id);
  const value: unknown = parsedJson(json) ?? null;
  if (value === null) return null;
  if (entity === 'area') {
    if (field === 'radius') return metres(value, formatLength);
    return field === 'type' && typeof value === 'string' ? (AREA_TYPES[value] ?? null) : null;
  }
  if (entity === 'scheduledReport') {
    const said = ofReport(field, value, nameOfRecord);
    if (said !== null) return said;
  }
  switch (askOf(endpoint, field)?.as) {
    case 'distanceM':
      return metres(value, formatDistance);
    case 'model':
      return id === null ? null : deviceModels.nameOf(id);
    case 'reportKind':
      return typeof value === 'string' ? reference.reportKindName(value) : null;
    default:
      return null;
  }
}
