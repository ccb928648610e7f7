import { bitmapOf } from '../../../shared/rules/formDrawings.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { ReadingContext } from '../accountContext.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { documentKey } from '../sync/single.ts';

/** Whose document it is: the company's name and sign, as far as its service tells them. */
export interface Brand {
  /** Empty where it is not known. */
  tenant: string;
  /** Data address of a bitmap; null where there is none. One of another server is not fetched. */
  logo: string | null;
}

const NAMES = ['companyName', 'company', 'brandName', 'name', 'title'];
const LOGO = /logo/i;
/** Settings are small; a document that nests deeper is none. */
const MAX_DEPTH = 4;
/** Logos that were asked for since the account was opened: one that can't be had is not asked for again. */
const asked = new WeakMap<Attachments, Map<string, Promise<unknown>>>();

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What stands under names that speak of a logo, in its order. */
function logosIn(value: unknown, depth = 0): string[] {
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner !== 'string' ? logosIn(inner, depth + 1) : LOGO.test(key) ? [inner] : [],
  );
}

function nameIn(value: unknown): string {
  if (!isObject(value)) return '';
  for (const name of NAMES) {
    const found = value[name];
    if (typeof found === 'string' && found.trim() !== '') return found.trim().slice(0, 120);
  }
  return '';
}

/** A logo that lies beside the settings, at the service itself: as it is here, or fetched once. */
async function logoBeside(
  { attachments, connection }: ReadingContext,
  logos: readonly string[],
): Promise<string | null> {
  const json = JSON.stringify(logos.filter((logo) => /^https?:/i.test(logo)));
  if (json === '[]') return null;
  const here = async (): Promise<string | null> => {
    const pictures = Object.values(await attachments.picturesOf(json));
    return pictures.map(bitmapOf).find((picture) => picture !== null) ?? null;
  };
  const before = await here();
  const known = asked.get(attachments) ?? new Map<string, Promise<unknown>>();
  if (before !== null || (!known.has(json) && !connection.maySend())) return before;
  const fetching = known.get(json) ?? attachments.fetch(json, { again: false });
  asked.set(attachments, known.set(json, fetching));
  // Documents that are made at the same time wait for it too.
  await fetching;
  return here();
}

/** Name and logo from the kept settings of the provider and the account's own themes. */
export async function brandOf(context: ReadingContext): Promise<Brand> {
  const read = async (endpoint: 'getProvider' | 'listMyThemes'): Promise<unknown> => {
    const saved = await context.store.read('documents.get', { key: documentKey(endpoint, {}, {}) });
    return saved === null ? null : parsedJson(saved.json);
  };
  const [provider, themes] = [await read('getProvider'), await read('listMyThemes')];
  const value = isObject(provider) && isObject(provider['value']) ? provider['value'] : null;
  const logos = [...logosIn(themes), ...logosIn(provider)];
  const own = logos.map(bitmapOf).find((logo) => logo !== null) ?? null;
  // The record's own name is the setting's (`provider`); the company's stands in its value.
  return { tenant: nameIn(value), logo: own ?? (await logoBeside(context, logos)) };
}
