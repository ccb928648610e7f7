import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import type { ApiReply } from '../../api/types.ts';

/** The payload's own text inside an answer. */
export function payloadOf(reply: Pick<ApiReply, 'text' | 'path'>): string {
  return reply.path
    .split('.')
    .slice(1)
    .reduce<string>(
      (text, key) => jsonMember(text, key.replaceAll('"', '')) ?? 'null',
      reply.text.trim(),
    );
}
