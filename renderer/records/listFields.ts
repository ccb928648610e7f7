import type { Entity, ListView } from '../bridge.ts';
import {
  S_PER_MINUTE,
  distanceUnit,
  inDistanceUnits,
  inSpeedUnits,
  minuteUnit,
  speedUnit,
  unitL,
  volumeUnit,
} from '../state/units.ts';
import { text } from '../text/en.ts';
import type { Condition, ConditionField } from '../ui/conditions.ts';
import { formatValue, headOf } from './columns.ts';
import { entityPages } from './entities.ts';
import type { FieldColumn, FieldKind } from './fieldColumns.ts';

/** The fields of a kind of record as conditions of its list: each column is one. */
export interface ListField extends ConditionField {
  /** Paths in the record; the first that holds something counts. */
  readonly paths: readonly [string, ...string[]];
}

type Shape = Pick<ConditionField, 'kind' | 'unit' | 'plain' | 'nameOf'>;

/** How a condition about a kind of field is asked. */
function shapeOf(kind: FieldKind = 'text'): Shape {
  switch (kind) {
    case 'instant':
    case 'age':
      return { kind: 'instant' };
    case 'distanceM':
      return { kind: 'number', unit: { name: distanceUnit(), perOne: inDistanceUnits(1) } };
    case 'litres':
      return { kind: 'number', unit: { name: volumeUnit(), perOne: 1 / unitL() } };
    case 'speedKmh':
      return { kind: 'number', unit: { name: speedUnit(), perOne: inSpeedUnits(1) } };
    case 'durationS':
      return { kind: 'number', unit: { name: minuteUnit(), perOne: 1 / S_PER_MINUTE } };
    case 'heading':
      return { kind: 'number', unit: { name: '°', perOne: 1 } };
    case 'year':
      return { kind: 'number', plain: true };
    case 'count':
    case 'amount':
      return { kind: 'number' };
    case 'position':
    case 'presence':
      return { kind: 'presence' };
    case 'yesNo':
      // Lists tell the two as 1 and 0.
      return {
        kind: 'choice',
        nameOf: (value) => (value === '1' || value === 'true' ? text.fact.yes : text.fact.no),
      };
    // What stands in the record is a key or an id: people know its name.
    case 'role':
    case 'plan':
    case 'reseller':
    case 'country':
    case 'eventType':
    case 'sensorKind':
    case 'severity':
    case 'reportKind':
    case 'reportFormat':
    case 'scope':
    case 'status':
    case 'state':
    case 'named':
      return { kind: 'choice', nameOf: (value) => formatValue(value, kind) };
    case 'text':
    case 'mono':
    case 'plate':
    case 'colour':
    case 'phone':
      return { kind: 'text' };
  }
}

function fieldOf(column: FieldColumn): ListField {
  const { field, or = [], kind } = column;
  const shape: Shape = column.byId === true ? { kind: 'presence' } : shapeOf(kind);
  return {
    key: field,
    title: headOf(column),
    paths: [field, ...or],
    ...shape,
  };
}

export function listFieldsOf(entity: Entity): ListField[] {
  return entityPages[entity].columns.map(fieldOf);
}

/** Conditions as the mirror is asked; one about a field that there is not is left out. */
export function askedOf(
  fields: readonly ListField[],
  conditions: readonly Condition[],
): NonNullable<ListView['conditions']> {
  return conditions.flatMap((condition): NonNullable<ListView['conditions']> => {
    const field = fields.find(({ key }) => key === condition.key);
    if (field === undefined) return [];
    const [path, ...or] = field.paths;
    const about = { field: path, ...(or.length > 0 ? { or } : {}) };
    switch (condition.is) {
      case 'contains':
      case 'lacks':
        return [{ ...about, is: condition.is, text: condition.text.slice(0, 200) }];
      case 'empty':
      case 'filled':
        return [{ ...about, is: condition.is }];
      case 'oneOf':
        return condition.values.length === 0
          ? []
          : [{ ...about, is: condition.is, values: condition.values.slice(0, 100) }];
      case 'between': {
        const as = field.kind === 'instant' ? ('instant' as const) : ('number' as const);
        return [{ ...about, is: condition.is, as, from: condition.from, to: condition.to }];
      }
    }
  });
}
