/** Files of an answer that lie beside it at the service: which they are, and how they stand in it. */

/** A JSON string that is an address, and the colon behind it where it is a key. */
const ADDRESS = /"https?:(?:[^"\\]|\\.)*"(\s*:)?/g;
/** What a path of a file ends with. */
const ENDS = /\.(?:jpe?g|png|gif|webp|pdf)$/i;
/** Folders that hold files, whatever these are called. */
const FOLDER =
  /\/(?:attachments?|files?|media|photos?|pictures?|images?|uploads?|signatures?|documents?)\/[^/]+$/i;

function addressIn(token: string): string | null {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' && URL.canParse(value) ? value : null;
  } catch {
    return null;
  }
}

/** Addresses in an answer that look like files of servers that are meant. */
function filesAt(json: string, isMeant: (url: URL) => boolean): string[] {
  const found = new Set<string>();
  for (const [token, colon] of json.matchAll(ADDRESS)) {
    const address = colon === undefined ? addressIn(token) : null;
    if (address === null) continue;
    const url = new URL(address);
    const isFile = ENDS.test(url.pathname) || FOLDER.test(url.pathname);
    if (isFile && url.username === '' && url.password === '' && isMeant(url)) found.add(address);
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
  return filesAt(json, (url) => url.origin === origin);
}

/**
 * Addresses in an answer that name a file of another server. They are asked for where a person says so
 * of that server, and over https alone.
 *
 * @param service the service's address; '' while it is not known, and with it what is another's
 */
export function fileLinksElsewhere(json: string, service: string): string[] {
  if (!URL.canParse(service)) return [];
  const { origin } = new URL(service);
  return filesAt(json, (url) => url.protocol === 'https:' && url.origin !== origin);
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
