import type { Condition } from '../ui/conditions.ts';
import type { Arrangement, Sort } from '../ui/table.ts';
import type { Pressed, SavedView } from './savedViews.ts';

function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
function withValues(pressed: Pressed, field: string, values: readonly string[]): Pressed {
  const { [field]: _, ...others } = pressed;
  return values.length === 0 ? others : { ...others, [field]: values };
}

/** What a list is narrowed to at the moment, and its order. */
export class ListState {
  typed = $state('');
  by = $state<string | null>(null);
  values = $state.raw<readonly string[]>([]);
  /** Values of other fields that were pressed while their chips were those that are shown. */
  also = $state.raw<Pressed>({});
  archived = $state(false);
  inSight = $state(false);
  conditions = $state.raw<readonly Condition[]>([]);
  sort: Sort = $state.raw({ field: '', descending: false });

  constructor(sort: Sort) {
    this.sort = sort;
  }

  toggleValue(value: string): void {
    this.values = toggled(this.values, value);
  }
  /**
   * Presses the chip of a value, whether it is in sight or not.
   *
   * @param shown the field whose values are chips now
   */
  toggle(field: string, value: string, shown: string | undefined): void {
    if (field === shown) this.toggleValue(value);
    else this.also = withValues(this.also, field, toggled(this.also[field] ?? [], value));
  }
  /** The values of a field that are pressed. */
  pressed(field: string, shown: string | undefined): readonly string[] {
    return field === shown ? this.values : (this.also[field] ?? []);
  }
  add(condition: Condition): void {
    this.conditions = [...this.conditions, condition];
  }
  remove(condition: Condition): void {
    this.conditions = this.conditions.filter((one) => one !== condition);
  }
  /**
   * Chips are those of another field, by which the list is ordered. What was pressed holds on.
   *
   * @param from the field whose values were chips until now
   */
  groupBy(field: string, from: string): void {
    if (field === from) return;
    const { [field]: values = [], ...others } = withValues(this.also, from, this.values);
    this.by = field;
    this.values = values;
    this.also = others;
    this.sort = { field, descending: false };
  }

  clear(): void {
    this.typed = '';
    this.values = [];
    this.also = {};
    this.conditions = [];
    this.archived = false;
    this.inSight = false;
  }

  /** The view as it is, to be kept under a name. */
  savedAs(name: string, columns: Arrangement): SavedView {
    const { typed: text, by, values, also, archived, conditions, sort } = this;
    return { name, text: text.trim(), by, values, also, archived, conditions, sort, columns };
  }
  show({ text, by, values, also, archived, conditions, sort }: SavedView): void {
    this.typed = text;
    this.by = by;
    this.values = values;
    this.also = also;
    this.archived = archived;
    this.conditions = conditions;
    this.sort = sort;
    this.inSight = false;
  }
}
