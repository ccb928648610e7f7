import type { EndpointName } from '../../../shared/api/catalogue.ts';
import { outlineNow } from '../../../shared/rules/jsonOutline.ts';
import type { Profile } from './profile.ts';

/**
 * Renames body fields as the profile says, in the text itself: values keep their spelling to the
 * letter. Text that is no JSON object is left alone; the service will say what it thinks of it.
 */
export function renameBody(profile: Profile, name: EndpointName, text: string): string {
  const renames = Object.hasOwn(profile.bodyNames, name) ? profile.bodyNames[name] : undefined;
  const members = renames === undefined ? undefined : outlineNow(text)?.members;
  if (renames === undefined || members === undefined) return text;
  let renamed = '';
  let from = 0;
  for (const [key, { keyStart, keyEnd }] of members) {
    if (!Object.hasOwn(renames, key)) continue;
    renamed += text.slice(from, keyStart) + JSON.stringify(renames[key]);
    from = keyEnd;
  }
  return renamed + text.slice(from);
}
