import { formatNumber, formatPeriod } from '../state/format.ts';
import { text } from '../text/en.ts';
import type { Condition, ConditionField } from './conditions.ts';

/** A condition as its chip says it. */
export function conditionWords(condition: Condition, fields: readonly ConditionField[]): string {
  const words = text.table.conditions;
  const field = fields.find(({ key }) => key === condition.key);
  const title = field?.title ?? condition.key;
  const amount = (value: number): string => {
    if (field?.kind === 'instant') return formatPeriod(value, 'day');
    if (field?.plain === true) return String(value);
    const number = formatNumber(value * (field?.unit?.perOne ?? 1), 3);
    const unit = field?.unit?.name ?? '';
    return unit === '' ? number : text.units.of(number, unit);
  };
  switch (condition.is) {
    case 'contains':
    case 'lacks':
      return words.said[condition.is](title, condition.text);
    case 'empty':
    case 'filled':
      return words.said[condition.is](title);
    case 'oneOf': {
      const names = condition.values.map((value) => field?.nameOf?.(value) ?? value);
      return words.said.oneOf(title, names.join(', '));
    }
    case 'between': {
      const { from, to } = condition;
      if (from !== null && to !== null) return words.said.between(title, amount(from), amount(to));
      return from === null
        ? words.said.to(title, amount(to ?? 0))
        : words.said.from(title, amount(from));
    }
  }
}
