import { fail, ok, type Result } from '../../shared/result.ts';
import { parseExact } from '../../shared/rules/jsonValue.ts';

/** What a token says of itself. It is read, never verified: only the service can do that. */
export interface Claims {
  /** Milliseconds since 1970, UTC; null where the token does not say. */
  expiresAt: number | null;
  /** Own, unchecked members of the payload. */
  all: Record<string, unknown>;
}

/** Three parts of base64url; the header never goes out unless it is one. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Beyond this no calendar goes: a token that says so says nothing. */
const LAST_INSTANT_MS = 8.64e15;

/** Reads the payload of a JWT (specification, section 5); null where it is none. */
export function claimsOf(token: string): Claims | null {
  if (!JWT.test(token)) return null;
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    const all = parseExact(text);
    if (typeof all !== 'object' || all === null || Array.isArray(all)) return null;
    const exp = 'exp' in all && typeof all.exp === 'number' ? all.exp * 1000 : null;
    const expiresAt = exp === null || Math.abs(exp) > LAST_INSTANT_MS ? null : exp;
    return { expiresAt, all: { ...all } };
  } catch {
    return null;
  }
}

/**
 * Takes a token as people paste it: with quotes, line breaks or the word Bearer. What is no JWT is
 * refused here and not sent, since it may be a password that went astray.
 *
 * Errors: kind `auth`, codes `session.tokenMalformed`, `session.tokenExpired`.
 */
export function readPastedToken(pasted: string, now: number): Result<string> {
  const token = pasted
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^["']|["']$/g, '')
    .replaceAll(' ', '');
  const claims = claimsOf(token);
  if (claims === null) {
    return fail({
      kind: 'auth',
      code: 'session.tokenMalformed',
      message:
        'This is not an access token: a token has three parts with dots between them. It may have been cut off while it was copied.',
      safe: 'It was not sent anywhere.',
      next: 'editInput',
      fields: { token: ['is not a token, or not the whole of it'] },
    });
  }
  if (claims.expiresAt !== null && claims.expiresAt <= now) {
    return fail({
      kind: 'auth',
      code: 'session.tokenExpired',
      message: `This token expired on ${new Date(claims.expiresAt).toISOString()}. Ask for a new one, or sign in with e-mail and password.`,
      safe: 'It was not sent anywhere.',
      next: 'editInput',
      fields: { token: ['has expired'] },
    });
  }
  return ok(token);
}
