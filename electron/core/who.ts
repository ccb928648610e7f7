import { ok } from '../../shared/result.ts';
import type { AppError, Result } from '../../shared/result.ts';
import { own, parseExact } from '../../shared/rules/jsonValue.ts';
import { payloadValue } from './api/payload.ts';
import type { ApiClient } from './api/types.ts';

/** Who the service says is signed in: the canary of the scans. */
export interface Who {
  /** The person's own id, as records name who made them. */
  id: string;
  /** What else a record may name the person by, in small letters. */
  names: readonly string[];
  /** Names user and team; equal texts mean the same person in the same tenant. */
  canary: string;
  /** Client account of the person, for client-scoped lists; null where not told. */
  clientId: string | null;
  /** When it was told, by the service's own clock, ms since 1970; null where it does not say. */
  serviceMs: number | null;
}

const NAMES = ['email', 'username', 'login', 'fullName', 'name', 'displayName'];

function idText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** When a reply was made by the service's own clock, ms since 1970; null where it does not say. */
function serviceTime(headers: Readonly<Record<string, string>>): number | null {
  const at = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Whether a service has no such row. */
function isNotOffered({ status }: AppError): boolean {
  return status === 404 || status === 405 || status === 501;
}

/**
 * Who is signed in: the only place that asks. Null where the service does not tell (it has no `/me`,
 * or the role lacks it while another harmless row answers, or the answer names nobody).
 *
 * Errors: those of the request, where nobody could be asked, which is no answer about who it is;
 * `auth` with the code `session.otherPerson` where the answer names another person than the one that
 * the account was signed in as.
 */
export async function askWho(api: ApiClient, signal: AbortSignal): Promise<Result<Who | null>> {
  const reply = await api.read('getMe', { signal });
  if (!reply.ok) {
    if (isNotOffered(reply.error)) return ok(null);
    if (reply.error.kind !== 'denied') return reply;
    // No sign-in would change what a role lacks; that the session is known shows elsewhere.
    const plan = await api.read('getPlanPermissions', { signal });
    return plan.ok || isNotOffered(plan.error) ? ok(null) : plan;
  }
  const me = payloadValue(reply.value, parseExact);
  const id = idText(own(me, 'id'));
  if (id === null) return ok(null);
  const team = own(me, 'team');
  return ok({
    id,
    names: NAMES.flatMap((field) => idText(own(me, field))?.toLowerCase() ?? []),
    canary: JSON.stringify([id, idText(own(team, 'id')), idText(own(team, 'clientId'))]),
    clientId: idText(own(team, 'clientId')),
    serviceMs: serviceTime(reply.value.headers),
  });
}
