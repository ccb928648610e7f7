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

/** Deeper, or of more elements, is no file of a map. */
const DEEPEST = 200;
const MOST_NODES = 1_000_000;
const TEXT = 3;
const CDATA = 4;
/** A document type with declarations of its own. */
const OWN_TYPES = /<!DOCTYPE[^>]*\[/i;

const localName = (written: string): string => written.slice(written.indexOf(':') + 1);

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function opened(element: Element): OpenNode {
  const attributes = Array.from(element.attributes, ({ name, value }) => [localName(name), value]);
  return {
    name: localName(element.nodeName),
    attributes: new Map(attributes as [string, string][]),
    ...{ children: [], text: '' },
  };
}

/** The elements from the root on; null where there are too many, or they stand too deep. */
function nodesFrom(root: Element): XmlNode | null {
  const top = opened(root);
  const waiting = [{ element: root, node: top, depth: 1 }];
  let count = 1;
  for (;;) {
    const next = waiting.pop();
    if (next === undefined) return top;
    const { element, node, depth } = next;
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === TEXT || child.nodeType === CDATA) node.text += child.nodeValue ?? '';
      if (!isElement(child)) continue;
      count += 1;
      if (depth === DEEPEST || count > MOST_NODES) return null;
      const inner = opened(child);
      node.children.push(inner);
      waiting.push({ element: child, node: inner, depth: depth + 1 });
    }
  }
}

/** The root of an XML text; null where it is none. */
export function parseXml(text: string): XmlNode | null {
  if (OWN_TYPES.test(text)) return null;
  const refuse = (what: string): never => {
    throw new SyntaxError(what);
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  try {
    const document = new DOMParser({ locator: {}, errorHandler }).parseFromString(text, 'text/xml');
    const root = document.documentElement as Element | null;
    return root === null ? null : nodesFrom(root);
  } catch {
    return null;
  }
}
