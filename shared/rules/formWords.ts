/** What tenants call the parts of a form and of its answers (section 2.13 of the interface leaves it open). */

export const KEY_NAMES = ['key', 'name', 'id', 'code', 'field'];
export const LABEL_NAMES = ['label', 'title', 'question', 'caption', 'text'];
export const KIND_NAMES = ['type', 'kind', 'widget', 'format'];
export const CHOICE_NAMES = ['options', 'choices', 'values', 'enum', 'items'];

/**
 * Members of an item that holds a question and its answer: a `field` beside a value names the question,
 * where a description of fields more often has a `name`; a `format` tells of the value.
 */
export const PAIR_KEYS = ['key', 'field', 'code', 'name', 'id'];
export const PAIR_VALUES = ['value', 'answer', 'values', 'response'];
export const PAIR_LABELS = ['label', 'title', 'question'];
export const PAIR_KINDS = ['type', 'kind', 'widget'];
