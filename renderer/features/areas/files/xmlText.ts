import { DOMParser } from '@xmldom/xmldom';

/**
 * The text of an XML file as elements, in a worker, where the browser's own parser can't be had.
 * Nothing is loaded from anywhere, and entities of a file's own are refused: they could grow without
 * end.
 */

export interface XmlNode {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  children: OpenNode[];
  text: string;
}

/** What the parser tells of the attributes of an element. */
interface Attributes {
  readonly length: number;
  getQName(at: number): string;
  getValue(at: number): string;
}

/** Deeper, or of more elements, is no file of a map. */
const DEEPEST = 200;
const MOST_NODES = 1_000_000;
/** A document type with declarations of its own. */
const OWN_TYPES = /<!DOCTYPE[^>]*\[/i;

const localName = (written: string): string => written.slice(written.indexOf(':') + 1);

function refuse(what: string): never {
  throw new SyntaxError(what);
}

const NOTHING = (): void => undefined;

/**
 * Takes the elements in while the parser reads them, in place of its own document: that one looks
 * through all that stands beside the root for each thing more, which makes hours of a large file.
 */
class Elements {
  root: XmlNode | null = null;
  readonly #open: OpenNode[] = [];
  #count = 0;

  startElement(_space: unknown, _local: unknown, name: string, given: Attributes): void {
    this.#count += 1;
    const parent = this.#open.at(-1);
    const isSecond = parent === undefined && this.root !== null;
    if (isSecond || this.#open.length === DEEPEST || this.#count > MOST_NODES) refuse(name);
    const attributes = Array.from({ length: given.length }, (_, at): [string, string] => [
      localName(given.getQName(at)),
      given.getValue(at),
    ]);
    const node = { name: localName(name), attributes: new Map(attributes), children: [], text: '' };
    if (parent === undefined) this.root = node;
    else parent.children.push(node);
    this.#open.push(node);
  }

  endElement(): void {
    this.#open.pop();
  }

  characters(text: string, from: number, length: number): void {
    const part = text.slice(from, from + length);
    const node = this.#open.at(-1);
    if (node !== undefined) node.text += part;
    else if (part.trim() !== '') refuse('text beside the root');
  }

  // Called too; nothing of it belongs to a map.
  readonly startDocument = NOTHING;
  readonly endDocument = NOTHING;
  readonly startPrefixMapping = NOTHING;
  readonly endPrefixMapping = NOTHING;
  readonly startCDATA = NOTHING;
  readonly endCDATA = NOTHING;
  readonly startDTD = NOTHING;
  readonly endDTD = NOTHING;
  readonly comment = NOTHING;
  readonly processingInstruction = NOTHING;
}

/** The root of an XML text; null where it is none. */
export function parseXml(text: string): XmlNode | null {
  if (OWN_TYPES.test(text)) return null;
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const domBuilder = new Elements();
  try {
    const options = { errorHandler, domBuilder };
    new DOMParser(options).parseFromString(text, 'text/xml');
    return domBuilder.root;
  } catch {
    return null;
  }
}
