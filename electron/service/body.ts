import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import type { Schema } from '../../shared/api/endpoint.ts';
import { isJsonObject, jsonMembers } from '../../shared/rules/jsonText.ts';
import { invalid, Refusal, type FieldErrors } from './refusal.ts';

/** Fields that only the service sets; what a client sends under these names is not stored. */
const OWN_FIELDS = new Set([
  'id',
  'status',
  'archivedAt',
  'createdAt',
  'updatedAt',
  'team',
  'lastLoggedAt',
  'lastCoordinates',
  'todayData',
  'engineOnTime',
]);

const words = english().localeError;

/** Problems by the name of the outermost field; `body` where the whole is wrong. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const [field, ...rest] = issue.path.map(String);
    const name = field ?? 'body';
    const where = rest.length === 0 ? '' : `${rest.join('.')}: `;
    (errors[name] ??= []).push(`${where}${issue.message}`);
  }
  return errors;
}

/** A checked body: known fields parsed, unknown ones as the text that was sent. */
export interface Body<T> {
  readonly known: T;
  /** Tenant fields by name, as source text. */
  readonly extra: ReadonlyMap<string, string>;
}

/** Names that a strict object schema declares. */
function declared(schema: Schema): ReadonlySet<string> {
  return schema instanceof z.ZodMiniObject ? new Set(Object.keys(schema.def.shape)) : new Set();
}

/**
 * Reads a body by the schema of its endpoint. Known fields are strict; others are a tenant's own
 * (section 1, rule 1) and are kept as text. Throws a Refusal: 400 for what is no JSON object, 422
 * with messages by field for what is invalid. An absent body counts as `{}`.
 */
export function readBody<S extends Schema>(schema: S, text: string): Body<z.output<S>> {
  const source = text.trim() === '' ? '{}' : text;
  if (!isJsonObject(source)) throw new Refusal(400, 'The body is not a JSON object.');
  const names = declared(schema);
  const known: Record<string, unknown> = {};
  const extra = new Map<string, string>();
  for (const [key, value] of jsonMembers(source)) {
    if (names.has(key)) known[key] = JSON.parse(value);
    else if (!OWN_FIELDS.has(key)) extra.set(key, value);
  }
  const parsed = z.safeParse(schema, known, { error: words });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return { known: parsed.data, extra };
}
