import type { Condition } from '../ui/conditions.ts';
import type { Arrangement, Sort } from '../ui/table.ts';
import type { SavedView } from './savedViews.ts';

/** What a list is narrowed to at the moment, and its order. */
export class ListState {
  typed = $state('');
  by = $state<string | null>(null);
  values = $state.raw<readonly string[]>([]);
  archived = $state(false);
  inSight = $state(false);
  conditions = $state.raw<readonly Condition[]>([]);
  sort: Sort = $state.raw({ field: '', descending: false });

  constructor(sort: Sort) {
    this.sort = sort;
  }

  toggleValue(value: string): void {
    this.values = this.values.includes(value)
      ? this.values.filter((one) => one !== value)
      : [...this.values, value];
  }
  add(condition: Condition): void {
    this.conditions = [...this.conditions, condition];
  }
  remove(condition: Condition): void {
    this.conditions = this.conditions.filter((one) => one !== condition);
  }
  /** Chips are those of another field, by which the list is ordered. */
  groupBy(field: string | null): void {
    this.by = field;
    this.values = [];
    if (field !== null) this.sort = { field, descending: false };
  }

  clear(): void {
    this.typed = '';
    this.values = [];
    this.conditions = [];
    this.archived = false;
    this.inSight = false;
  }

  /** The view as it is, to be kept under a name. */
  savedAs(name: string, columns: Arrangement): SavedView {
    const { typed: text, by, values, archived, conditions, sort } = this;
    return { name, text: text.trim(), by, values, archived, conditions, sort, columns };
  }
  show({ text, by, values, archived, conditions, sort }: SavedView): void {
    this.typed = text;
    this.by = by;
    this.values = values;
    this.archived = archived;
    this.conditions = conditions;
    this.sort = sort;
    this.inSight = false;
  }
}
