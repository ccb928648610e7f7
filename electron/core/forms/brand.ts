import { bitmapOf } from '../../../shared/rules/formDrawings.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import type { ReadingContext } from '../accountContext.ts';
import { documentKey } from '../sync/single.ts';

/** Whose document it is: the company's name and sign, as far as its service tells them. */
export interface Brand {
  /** Empty where it is not known. */
  tenant: string;
  /** Data address of a bitmap; null where there is none. One that lies elsewhere is not fetched. */
  logo: string | null;
}

const NAMES = ['companyName', 'company', 'brandName', 'name', 'title'];
const LOGO = /logo/i;
/** Settings are small; a document that nests deeper is none. */
const MAX_DEPTH = 4;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A bitmap under a name that speaks of a logo; null where there is none. */
function logoIn(value: unknown, depth = 0): string | null {
  if (!isObject(value) || depth > MAX_DEPTH) return null;
  for (const [key, inner] of Object.entries(value)) {
    const own = typeof inner === 'string' && LOGO.test(key) ? bitmapOf(inner) : null;
    const found = own ?? logoIn(inner, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function nameIn(value: unknown): string {
  if (!isObject(value)) return '';
  for (const name of NAMES) {
    const found = value[name];
    if (typeof found === 'string' && found.trim() !== '') return found.trim().slice(0, 120);
  }
  return '';
}

/** Name and logo from the kept settings of the provider and the account's own themes. */
export async function brandOf({ store }: ReadingContext): Promise<Brand> {
  const read = async (endpoint: 'getProvider' | 'listMyThemes'): Promise<unknown> => {
    const saved = await store.read('documents.get', { key: documentKey(endpoint, {}, {}) });
    return saved === null ? null : parsedJson(saved.json);
  };
  const [provider, themes] = [await read('getProvider'), await read('listMyThemes')];
  const value = isObject(provider) && isObject(provider['value']) ? provider['value'] : null;
  // The record's own name is the setting's (`provider`); the company's stands in its value.
  return { tenant: nameIn(value), logo: logoIn(themes) ?? logoIn(provider) };
}
