import { jsonMember } from '../../../shared/rules/jsonText.ts';
import type { ApiReply } from './types.ts';

/** The payload's own text inside an answer; `null` where the answer has none. */
export function payloadOf({ text, path }: Pick<ApiReply, 'text' | 'path'>): string {
  return path
    .split('.')
    .slice(1)
    .reduce<string>(
      (inner, key) => jsonMember(inner, key.replaceAll('"', '')) ?? 'null',
      text.trim(),
    );
}
