import { members, type Node, readJson } from './jsonTree.ts';

/** Files of an answer that lie beside it at the service: which they are, and how they stand in it. */

/**
 * A JSON string that is an address, and the colon behind it where it is a key. Nothing longer is one: a pattern
 * without an end would need memory for each of its millions of letters. A quote behind a backslash stands inside of
 * a text and begins none.
 */
const ADDRESS = /(?<!\\)"https?:(?:[^"\\]|\\.){0,8000}"(\s*:)?/g;
/** What a path of a file ends with. */
const ENDS = /\.(?:jpe?g|png|gif|webp|pdf|mp4|m4v|mov|webm)$/i;
/** Folders that hold files, whatever these are called. */
const FOLDER =
  /\/(?:attachments?|files?|media|photos?|pictures?|images?|uploads?|signatures?|documents?)\/[^/]+$/i;

/** What a field is called, or says of its kind, that holds a file. */
const FILE_WORDS: ReadonlySet<string> = new Set(
  ['photo', 'image', 'img', 'picture', 'signature', 'attachment', 'file', 'document', 'scan']
    .concat(['snapshot', 'thumbnail', 'foto', 'bild', 'anhang', 'unterschrift', 'pdf'])
    .concat(['media', 'video', 'recording', 'clip', 'aufnahme'])
    .flatMap((word) => [word, `${word}s`]),
);
const KIND_NAMES =
  /^(?:type|kind|mime|mime_?type|content_?type|media_?type|field_?type|question_?type)$/i;
/** An answer of this length is looked through for what its fields are called; longer ones are not. */
const MOST_NAMED = 4_000_000;

/** Whether a name tells of a file: `photoUrl`, `damage_photos`; `profile` does not. */
function tellsOfFile(name: string): boolean {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').toLowerCase();
  return words.split(/[^\p{L}]+/u).some((word) => FILE_WORDS.has(word));
}

function isKindOfFile({ key, value }: { key: string; value: Node }): boolean {
  if (value.type !== 'string' || !KIND_NAMES.test(key)) return false;
  const kind = String(value.value);
  return /^(?:image\/|application\/pdf)/i.test(kind) || tellsOfFile(kind);
}

/** Addresses that stand where an answer says that there is a file, whatever they look like. */
function addressesOfFiles(json: string): Set<string> {
  const found = new Set<string>();
  const answer = json.length > MOST_NAMED ? null : readJson(json);
  const look = (node: Node, inFile: boolean): void => {
    if (node.type === 'array') for (const child of node.children) look(child, inFile);
    else if (node.type === 'object') {
      const isFile = inFile || node.properties.some(isKindOfFile);
      for (const { key, value } of members(node)) look(value, isFile || tellsOfFile(key));
    } else if (inFile && node.type === 'string') found.add(String(node.value));
  };
  if (answer !== null) look(answer.root, false);
  return found;
}

function addressIn(token: string): string | null {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' && URL.canParse(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Addresses in an answer that look like files of servers that are meant.
 *
 * @param named whether an address is one too that stands where the answer says that there is a file
 */
function filesAt(json: string, named: boolean, isMeant: (url: URL) => boolean): string[] {
  let ofFiles: Set<string> | null = null;
  const isNamed = (address: string): boolean => {
    ofFiles ??= addressesOfFiles(json);
    return ofFiles.has(address);
  };
  const found = new Set<string>();
  for (const [token, colon] of json.matchAll(ADDRESS)) {
    const address = colon === undefined ? addressIn(token) : null;
    if (address === null) continue;
    const url = new URL(address);
    if (url.username !== '' || url.password !== '' || !isMeant(url)) continue;
    const looksLike = ENDS.test(url.pathname) || FOLDER.test(url.pathname);
    if (looksLike || (named && isNamed(address))) found.add(address);
  }
  return [...found];
}

/**
 * Addresses in an answer that name a file of its own service. Asking for any other address, with the
 * session, could do something there: only what looks like a file is one.
 *
 * @param service the service's address; '' while it is not known
 */
export function fileLinksIn(json: string, service: string): string[] {
  if (!URL.canParse(service)) return [];
  const { origin } = new URL(service);
  return filesAt(json, false, (url) => url.origin === origin);
}

/**
 * Addresses in an answer that name a file of another server. They are asked for where a person says so
 * of that server, over https alone and with nothing of the session: so what stands in the place of a file
 * is one too, such as a photo's address that ends with a number.
 *
 * @param service the service's address; '' while it is not known, and with it what is another's
 */
export function fileLinksElsewhere(json: string, service: string): string[] {
  if (!URL.canParse(service)) return [];
  const { origin } = new URL(service);
  return filesAt(json, true, (url) => url.protocol === 'https:' && url.origin !== origin);
}

/**
 * The answer with files in the place of their addresses, as it is shown and printed. Kept is the
 * service's own text.
 *
 * @param files data addresses by the addresses that they stand for
 */
export function withFiles(json: string, files: Readonly<Record<string, string>>): string {
  if (Object.keys(files).length === 0) return json;
  return json.replaceAll(ADDRESS, (token, colon: string | undefined) => {
    const url = colon === undefined ? addressIn(token) : null;
    const src = url !== null && Object.hasOwn(files, url) ? files[url] : undefined;
    return src === undefined ? token : JSON.stringify(src);
  });
}
