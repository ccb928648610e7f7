import type { Node } from 'jsonc-parser';
import { memberOf, members, textOf } from './jsonTree.ts';

/** What a form says of its fields: labels, kinds and the words of its choices, by field key. */
export interface FieldSpec {
  label: string | null;
  /** The tenant's own word for the kind: `signature`, `photo`, `select`… */
  kind: string | null;
  /** Words by stored value. */
  choices: ReadonlyMap<string, string>;
}

const KEY_NAMES = ['key', 'name', 'id', 'code', 'field'];
const LABEL_NAMES = ['label', 'title', 'question', 'caption', 'text'];
const KIND_NAMES = ['type', 'kind', 'widget', 'format'];
const CHOICE_NAMES = ['options', 'choices', 'values', 'enum', 'items'];

/** The first own member among `names` that holds text or a number. */
export function firstText(node: Node, names: readonly string[]): string | null {
  for (const name of names) {
    const value = memberOf(node, name);
    if (value?.type === 'string' || value?.type === 'number') return textOf(value);
  }
  return null;
}

function choicesOf(node: Node): Map<string, string> {
  const choices = new Map<string, string>();
  for (const name of CHOICE_NAMES) {
    const list = memberOf(node, name);
    if (list?.type === 'array') {
      for (const item of list.children ?? []) {
        const value = firstText(item, ['value', ...KEY_NAMES]);
        const label = firstText(item, LABEL_NAMES);
        if (value !== null && label !== null) choices.set(value, label);
      }
    } else if (list?.type === 'object') {
      for (const { key, value } of members(list)) {
        if (value.type === 'string') choices.set(key, textOf(value));
      }
    }
  }
  return choices;
}

/**
 * Reads the field descriptions out of a form of any shape: every object with a key and a label,
 * however deep, describes a field. Where a key occurs twice, the first wins.
 */
export function readFieldSpecs(form: Node | null): Map<string, FieldSpec> {
  const specs = new Map<string, FieldSpec>();
  function visit(node: Node): void {
    if (node.type === 'object') {
      const label = firstText(node, LABEL_NAMES);
      for (const key of KEY_NAMES.map((name) => firstText(node, [name]))) {
        if (key === null || label === null || specs.has(key)) continue;
        specs.set(key, { label, kind: firstText(node, KIND_NAMES), choices: choicesOf(node) });
        break;
      }
      for (const { key, value } of members(node)) {
        // A form may also be a JSON schema: its fields are the keys of `properties`.
        if (key === 'properties' && value.type === 'object') {
          for (const property of members(value)) {
            if (specs.has(property.key)) continue;
            specs.set(property.key, {
              label: firstText(property.value, LABEL_NAMES),
              kind: firstText(property.value, ['format', 'type']),
              choices: choicesOf(property.value),
            });
          }
        }
        visit(value);
      }
    } else if (node.type === 'array') {
      for (const item of node.children ?? []) visit(item);
    }
  }
  if (form !== null) visit(form);
  return specs;
}
