import type { Entity } from '../../../bridge.ts';
import { text } from '../../../text/en.ts';
import { findRecord } from './findRecord.ts';
import { commands } from './lineForms.ts';
import type { Command, LineForm } from './lineForms.ts';
import { problem } from './plan.ts';
import type { LineContext, Problem } from './plan.ts';
import { joined } from './tokens.ts';
import type { Token } from './tokens.ts';

/** A command with the words that stand behind it. */
export interface Chosen extends Command {
  readonly behind: readonly Token[];
}

/** The commands of this account: users are added by another endpoint below a client than above. */
export function commandsFor(clientId: string | null): readonly Command[] {
  return commands.filter(
    ({ form }) => form.scope === undefined || (form.scope === 'client') === (clientId !== null),
  );
}

/** Whether a line may be a command, from its first word and that there is more. */
export function beginsCommand(tokens: readonly Token[], clientId: string | null): boolean {
  const verb = tokens[0]?.text.toLowerCase();
  return (
    tokens.length > 1 && commandsFor(clientId).some(({ form }) => form.words.split(' ')[0] === verb)
  );
}

/** The kind of record that a line begins with; undefined where it begins with something else. */
function kindOf({ takes }: LineForm): Entity | undefined {
  const [first] = takes;
  return first?.is === 'record' ? first.entity : undefined;
}

/**
 * The command that a line begins with. Where its kind of record is left out, as in `archive WB-020`,
 * the record tells it. Null for a line that begins with none.
 */
export async function commandOf(
  line: string,
  tokens: readonly Token[],
  context: LineContext,
): Promise<Chosen | Problem | null> {
  const mine = commandsFor(context.clientId);
  const [whole] = mine
    .map((command) => ({ command, words: command.form.words.split(' ') }))
    .filter(({ words }) => words.every((word, at) => tokens[at]?.text.toLowerCase() === word))
    .sort((a, b) => b.words.length - a.words.length);
  if (whole !== undefined) {
    return { ...whole.command, behind: tokens.slice(whole.words.length) };
  }
  const [verb, ...behind] = tokens;
  const family = mine.filter(({ form }) => form.words.split(' ')[0] === verb?.text.toLowerCase());
  if (verb === undefined || behind.length === 0 || family.length === 0) return null;
  return byRecord(line, family, behind, context);
}

async function byRecord(
  line: string,
  family: readonly Command[],
  behind: readonly Token[],
  context: LineContext,
): Promise<Chosen | Problem> {
  const kinds = family.map(({ form }) => kindOf(form)).filter((kind) => kind !== undefined);
  const [first] = behind;
  const last = behind.at(-1);
  if (kinds.length === 0 || first === undefined || last === undefined) {
    const words = family.map(({ form }) => form.words);
    return problem(text.line.which(words.join(', ')), first ?? null);
  }
  // What is said of a record as `field=value` stands behind its name.
  const takesFields = family.some(({ endpoint }) => endpoint.startsWith('update'));
  const name = takesFields ? first : { text: joined(behind), from: first.from, to: last.to };
  const archived = family.some(({ endpoint }) => endpoint.startsWith('restore'));
  const found = await findRecord(context, kinds, { line, token: name }, archived);
  if ('is' in found) return found;
  const command = family.find(({ form }) => kindOf(form) === found.entity);
  return command === undefined
    ? problem(text.line.tooMuch(name.text), name)
    : { ...command, behind };
}
