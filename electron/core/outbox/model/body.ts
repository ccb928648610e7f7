import * as z from 'zod/mini';
import { endpoint } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../../shared/api/endpoint.ts';
import type { Schema } from '../../../../shared/api/endpoint.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { MAX_DEPTH } from '../../../../shared/rules/jsonOutline.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  closedString,
} from '../../../../shared/rules/jsonReader.ts';
import {
  isJsonObject,
  jsonMembers,
  jsonObject,
  setJsonMembers,
} from '../../../../shared/rules/jsonText.ts';

/** Names of the body fields that the catalogue knows. */
export function knownFields(name: WriteName): string[] {
  const { body } = endpoint(name);
  return body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [];
}

/**
 * Checks a body against its row and adds the tenant's own fields. Gives JSON object text; a field
 * that is wrong is an `invalid` error with a message beside its name.
 */
export function bodyText(
  name: WriteName,
  body: Readonly<Record<string, unknown>>,
  extra: string | null,
): Result<string> {
  const schema = endpoint(name).body;
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const checked = check(schema, Object.fromEntries(given));
  if (!checked.ok) return checked;
  const text = jsonObject(given.map(([field, value]) => [field, JSON.stringify(value)] as const));
  if (extra === null) return ok(text);
  if (!isJsonObject(extra)) {
    return invalid('The additional fields are not a JSON object.', {
      extra: ['Not a JSON object.'],
    });
  }
  const more = jsonMembers(extra);
  const known = new Set(knownFields(name));
  const twice = [...more.keys()].filter((field) => known.has(field));
  if (twice.length > 0) {
    return invalid(
      'An additional field has the name of a known one.',
      Object.fromEntries(twice.map((field) => [field, ['Belongs among the known fields.']])),
    );
  }
  const all = setJsonMembers(text, more);
  if (!isTooDeep(all)) return ok(all);
  const why = `Is nested more than ${MAX_DEPTH.toLocaleString('en')} levels deep.`;
  return invalid('The additional fields are nested too deep to be kept.', { extra: [why] });
}

/** Whether the database could not work with a JSON text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closedString(text, at, text.length) - 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function check(schema: Schema | undefined, body: Record<string, unknown>): Result<null> {
  if (schema === undefined) {
    if (Object.keys(body).length === 0) return ok(null);
    return invalid('This write carries no fields.', {});
  }
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return ok(null);
  const fields = new Map<string, string[]>();
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')];
    for (const field of names) fields.set(field, [...(fields.get(field) ?? []), issue.message]);
  }
  return invalid('Some fields are not right yet.', Object.fromEntries(fields));
}

/** Checks that exactly the path parameters of the row are given, and that none is empty. */
export function checkParams(
  name: WriteName,
  params: Readonly<Record<string, string>>,
): Result<Record<string, string>> {
  const wanted = paramNamesOf(endpoint(name));
  const missing = wanted.filter((param) => !Object.hasOwn(params, param) || params[param] === '');
  const unknown = Object.keys(params).filter((param) => !wanted.includes(param));
  if (missing.length + unknown.length > 0) {
    return invalid('The write does not say which record it is for.', {
      ...Object.fromEntries(missing.map((param) => [param, ['Is missing.']])),
      ...Object.fromEntries(unknown.map((param) => [param, ['Is not known.']])),
    });
  }
  return ok(Object.fromEntries(wanted.map((param) => [param, params[param] ?? ''])));
}

export function invalid(
  message: string,
  fields: Record<string, string[]>,
): { ok: false; error: Extract<Result<never>, { ok: false }>['error'] } {
  return fail({
    kind: 'invalid',
    code: 'outbox.invalid',
    message,
    safe: 'Nothing was queued, and nothing was changed.',
    next: 'editInput',
    fields,
  });
}
