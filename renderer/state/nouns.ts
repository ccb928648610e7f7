import { humanLabel } from '../../shared/rules/formLayout.ts';
import { text } from '../text/en.ts';

const NOUNS = new Map<string, string>(Object.entries(text.entities));

/** Records of a kind as they stand inside a sentence: `fuelTransaction` is `fuel transactions`. */
export function nounOf(entity: string): string {
  return NOUNS.get(entity) ?? humanLabel(entity).toLowerCase();
}
