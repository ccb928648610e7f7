import { endpoint, writeNames } from '../../../../shared/api/catalogue.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { isFields, parsedJson } from '../../../../shared/rules/jsonValue.ts';
import type { FieldText } from '../../../../shared/rules/merge.ts';

/** Fields in which services keep names in another case or spacing, by kind of record. */
const KEYS: ReadonlyMap<Entity, ReadonlySet<string>> = new Map(
  writeNames.flatMap((name) => {
    const { write } = endpoint(name);
    return write?.does === 'create'
      ? [[write.target.entity, new Set(write.naturalKey ?? [])] as const]
      : [];
  }),
);

/** Services that round coordinates keep at least so many digits: eleven metres. */
const LEAST_DIGITS = 4;

/**
 * Whether a value is what was sent, tidied up: a text without outer blanks, a key in any case or
 * spacing, numbers such as coordinates with fewer digits behind the point. JSON texts.
 */
export function isSpelling(
  entity: Entity,
  field: string,
  mine: FieldText,
  value: FieldText,
): boolean {
  if (mine === null || value === null) return false;
  const isKey = KEYS.get(entity)?.has(field) === true;
  return isTidied(parsedJson(mine), parsedJson(value), isKey);
}

function isTidied(mine: unknown, value: unknown, isKey = false): boolean {
  if (typeof mine === 'string' && typeof value === 'string') {
    const plain = (text: string): string =>
      isKey ? text.replace(/\s+/g, '').toLowerCase() : text.trim();
    return plain(mine) === plain(value);
  }
  if (typeof mine === 'number' && typeof value === 'number') return isRounded(mine, value);
  if (Array.isArray(mine)) {
    if (!Array.isArray(value) || value.length !== mine.length) return false;
    return mine.every((one, index) => isTidied(one, value[index]));
  }
  if (isFields(mine)) {
    if (!isFields(value)) return false;
    const names = Object.keys(mine);
    if (names.length !== Object.keys(value).length) return false;
    return names.every((name) => Object.hasOwn(value, name) && isTidied(mine[name], value[name]));
  }
  return mine === value;
}

function isRounded(mine: number, value: number): boolean {
  // A large one may stand for a longer one that was cut off when it was read.
  if (Number.isInteger(mine)) return mine === value && Number.isSafeInteger(mine);
  const digits = String(value).split('.')[1]?.length ?? 0;
  return Math.abs(mine - value) < 10 ** -Math.max(LEAST_DIGITS, digits);
}
