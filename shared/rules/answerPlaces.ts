import { coordinatesOf } from './formValues.ts';
import { type Node, readJson } from './jsonTree.ts';

/** Where an answer was given, and what places it names. */

/** A longer answer is not gone through for its places. */
const LONGEST = 4_000_000;

/** The first places of an answer, each once; none of one that is no JSON or too long. */
export function placesIn(answerJson: string, most: number): { lat: number; lng: number }[] {
  const document = answerJson.length > LONGEST ? null : readJson(answerJson);
  const found = new Map<string, { lat: number; lng: number }>();
  const look = (node: Node): void => {
    if (found.size >= most) return;
    if (node.type === 'array') node.children.forEach(look);
    if (node.type !== 'object' || document === null) return;
    const at = coordinatesOf(document, node);
    if (at === null) {
      for (const { value } of node.properties) look(value);
      return;
    }
    const [lat, lng] = [Number(at.lat), Number(at.lng)];
    found.set(`${lat.toFixed(4)} ${lng.toFixed(4)}`, { lat, lng });
  };
  if (document !== null) look(document.root);
  return [...found.values()];
}
