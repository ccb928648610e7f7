import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { parseExact } from '../api/json.ts';
import type { ApiClient, ApiReply } from '../api/types.ts';

/** Who the service says is signed in: the canary of the scans. */
export interface Who {
  /** Names user and team; equal texts mean the same person in the same tenant. */
  canary: string;
  /** Client account of the person, for client-scoped lists; null where not told. */
  clientId: string | null;
  /** When it was told, by the service's own clock, ms since 1970; null where it does not say. */
  serviceMs: number | null;
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function idText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The payload of an answer as a value: for reading facts, never for keeping. */
export function payloadOf(
  reply: Pick<ApiReply, 'text' | 'path'>,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  let value = parse(reply.text);
  for (const step of reply.path.split('.').slice(1)) value = own(value, step.replaceAll('"', ''));
  return value;
}

/** When a reply was made by the service's own clock, ms since 1970; null where it does not say. */
function serviceTime(headers: Readonly<Record<string, string>>): number | null {
  const at = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * Asks `/me`. Null where the service does not offer it, or does not tell who it is.
 *
 * Errors: `offline` and `auth`, where nobody could be asked: that is no answer about who it is.
 */
export async function askWho(api: ApiClient, signal: AbortSignal): Promise<Result<Who | null>> {
  const reply = await api.read('getMe', { signal });
  if (!reply.ok) {
    return reply.error.kind === 'offline' || reply.error.kind === 'auth' ? reply : ok(null);
  }
  const me = payloadOf(reply.value, parseExact);
  const id = idText(own(me, 'id'));
  if (id === null) return ok(null);
  const team = own(me, 'team');
  return ok({
    canary: JSON.stringify([id, idText(own(team, 'id')), idText(own(team, 'clientId'))]),
    clientId: idText(own(team, 'clientId')),
    serviceMs: serviceTime(reply.value.headers),
  });
}
