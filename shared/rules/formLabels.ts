import { CHOICE_NAMES, KEY_NAMES, KIND_NAMES, LABEL_NAMES } from './formWords.ts';
import { memberOf, members, type Node, textOf } from './jsonTree.ts';

/** What a form says of one field. */
export interface FieldSpec {
  label: string | null;
  /** The tenant's own word for the kind: `signature`, `photo`, `select`… */
  kind: string | null;
  /** Words by stored value. */
  choices: ReadonlyMap<string, string>;
  /** Unit of its numbers. */
  unit: string | null;
  /** Where the form asks for it. */
  asked?: Asked;
}

/** The place of a question in its form. */
export interface Asked {
  /** Grows from question to question. */
  at: number;
  /** The label of the section that it stands in; null where there is none. */
  section: string | null;
}

/** Descriptions of fields by key; where a key occurs in several groups, by group first. */
export interface FieldSpecs {
  find(key: string, parent: string | null): FieldSpec | undefined;
}

export const UNIT_NAMES = ['unit', 'units', 'uom', 'currency'];
/** Members of a section that hold its questions. */
const SECTION_MEMBERS: ReadonlySet<string> = new Set([
  'fields',
  'questions',
  'children',
  'elements',
  'items',
]);

/** The first own member among `names` that holds text or a number. */
export function firstText(node: Node, names: readonly string[]): string | null {
  for (const name of names) {
    const value = memberOf(node, name);
    if (value?.type === 'string' || value?.type === 'number') return textOf(value);
  }
  return null;
}

/** Text of any scalar, as the keys of choices are compared. */
function scalarText(node: Node, names: readonly string[]): string | null {
  for (const name of names) {
    const value = memberOf(node, name);
    if (value !== undefined && value.children === undefined) return textOf(value);
  }
  return null;
}

/** Words of a field's choices, from `[{value, label}]` or `{value: label}`. */
export function choicesOf(node: Node): Map<string, string> {
  const choices = new Map<string, string>();
  for (const name of CHOICE_NAMES) {
    const list = memberOf(node, name);
    if (list?.type === 'array') {
      for (const item of list.children) {
        const value = scalarText(item, ['value', ...KEY_NAMES]);
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

class Specs implements FieldSpecs {
  readonly #byKey = new Map<string, FieldSpec>();
  readonly #byGroup = new Map<string, Map<string, FieldSpec>>();

  find(key: string, parent: string | null): FieldSpec | undefined {
    const inGroup = parent === null ? undefined : this.#byGroup.get(parent)?.get(key);
    return inGroup ?? this.#byKey.get(key);
  }

  add(key: string, parent: string | null, spec: FieldSpec): void {
    if (!this.#byKey.has(key)) this.#byKey.set(key, spec);
    if (parent === null) return;
    const group = this.#byGroup.get(parent) ?? new Map<string, FieldSpec>();
    if (!group.has(key)) group.set(key, spec);
    this.#byGroup.set(parent, group);
  }
}

/**
 * Reads the field descriptions out of a form of any shape: every object with a key and a label,
 * however deep, describes a field, and so does every entry of a JSON schema's `properties`. What
 * declares a kind counts first, because an option of a choice has a key and a label too.
 */
export function readFieldSpecs(form: Node | null): FieldSpecs {
  const specs = new Specs();
  function describe(node: Node, key: string, parent: string | null, section: string | null): void {
    specs.add(key, parent, {
      asked: { at: node.offset, section },
      label: firstText(node, LABEL_NAMES),
      kind: firstText(node, KIND_NAMES),
      choices: choicesOf(node),
      unit: firstText(node, UNIT_NAMES),
    });
  }
  type Where = { parent: string | null; section: string | null; withKind: boolean };
  function visit(node: Node, where: Where): void {
    const { parent, section, withKind } = where;
    if (node.type === 'array') {
      for (const item of node.children) visit(item, where);
      return;
    }
    if (node.type !== 'object') return;
    const key = firstText(node, KEY_NAMES);
    const isField = key !== null && firstText(node, LABEL_NAMES) !== null;
    if (isField && (firstText(node, KIND_NAMES) !== null) === withKind) {
      describe(node, key, parent, section);
    }
    // The name of the form itself is no section.
    const own = node === form ? null : firstText(node, LABEL_NAMES);
    for (const member of members(node)) {
      if (member.key === 'properties' && member.value.type === 'object') {
        for (const property of members(member.value)) {
          if (property.value.type !== 'object') continue;
          if (withKind) describe(property.value, property.key, key ?? parent, null);
          const inside = { parent: property.key, section: null, withKind };
          for (const inner of members(property.value)) visit(inner.value, inside);
        }
      } else {
        const inside = SECTION_MEMBERS.has(member.key) ? (own ?? section) : section;
        visit(member.value, { parent: isField ? key : parent, section: inside, withKind });
      }
    }
  }
  if (form !== null) {
    for (const withKind of [true, false]) visit(form, { parent: null, section: null, withKind });
  }
  return specs;
}
