import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { own } from '../../../shared/rules/jsonValue.ts';
import type { ApiReply } from './types.ts';

type Payload = Pick<ApiReply, 'text' | 'path'>;

function stepsOf({ path }: Payload): string[] {
  return path
    .split('.')
    .slice(1)
    .map((key) => key.replaceAll('"', ''));
}

/** The payload's own text inside an answer, for keeping; `null` where the answer has none. */
export function payloadOf(reply: Payload): string {
  return stepsOf(reply).reduce<string>(
    (text, key) => jsonMember(text, key) ?? 'null',
    reply.text.trim(),
  );
}

/** The payload as a value, parsed in one go: for reading facts, never for keeping. */
export function payloadValue(
  reply: Payload,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  return stepsOf(reply).reduce<unknown>((value, key) => own(value, key), parse(reply.text));
}
