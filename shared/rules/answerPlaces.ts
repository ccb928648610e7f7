import { firstText } from './formLabels.ts';
import { type Coordinates, coordinatesInText, coordinatesOf } from './formValues.ts';
import { PAIR_KEYS, PAIR_VALUES } from './formWords.ts';
import { type JsonDocument, type Node, readJson, textOf } from './jsonTree.ts';

/** Where an answer was given, and what places it names. */

/** A longer answer is not gone through for its places. */
const LONGEST = 4_000_000;

function coordinatesAt(document: JsonDocument, node: Node, key: string): Coordinates | null {
  if (node.type === 'string') return coordinatesInText(textOf(node), key);
  return node.type === 'object' ? coordinatesOf(document, node) : null;
}

/** The first places of an answer, each once; none of one that is no JSON or too long. */
export function placesIn(answerJson: string, most: number): { lat: number; lng: number }[] {
  const document = answerJson.length > LONGEST ? null : readJson(answerJson);
  const found = new Map<string, { lat: number; lng: number }>();
  const look = (node: Node, key: string): void => {
    if (found.size >= most || document === null) return;
    const at = coordinatesAt(document, node, key);
    if (at !== null) {
      const [lat, lng] = [Number(at.lat), Number(at.lng)];
      found.set(`${lat.toFixed(4)} ${lng.toFixed(4)}`, { lat, lng });
    } else if (node.type === 'array') {
      for (const item of node.children) look(item, key);
    } else if (node.type === 'object') {
      // Of a pair the value stands under the key that it names.
      const named = firstText(node, PAIR_KEYS);
      for (const { key: own, value } of node.properties) {
        look(value, PAIR_VALUES.includes(own) ? (named ?? own) : own);
      }
    }
  };
  if (document !== null) look(document.root, '');
  return [...found.values()];
}
