import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Serves the built desk from an exact map of its files. One pure function, mounted by Electron
 * under `app://waybill` and by the headless host at its loopback address, so that the policy and
 * the MIME types have one source.
 */

/**
 * No foreign origin, no inline script or style, no eval, no blob worker. No text becomes markup or a
 * script by itself (Trusted Types): by the rules of these names alone, Svelte's and those of
 * `renderer/trusted`.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default svelte-trusted-html',
].join('; ');

export const APP_SCHEME = 'app';
export const APP_HOST = 'waybill';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
};

export interface AppFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Where given, the browser saves the file under this name instead of showing it. */
  downloadAs?: string;
}

/** Reads every file below a folder. Extensions without a MIME type are a mistake of the build. */
export async function readAppFiles(folder: string): Promise<Map<string, AppFile>> {
  const files = new Map<string, AppFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath, entry.name);
    const type = MIME_TYPES[path.extname(entry.name)];
    if (type === undefined) throw new Error(`No MIME type for ${entry.name}`);
    const name = '/' + path.relative(folder, full).split(path.sep).join('/');
    files.set(name, { bytes: new Uint8Array(await readFile(full)), type });
  }
  return files;
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function refuse(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}

/**
 * Answers one request for a file of the desk.
 *
 * @param lookUp finds a file by its exact path; the folder itself is never consulted
 * @param origin scheme and host that the request must name, such as `app://waybill`
 */
export function respond(
  request: Request,
  lookUp: (path: string) => AppFile | undefined,
  origin: { protocol: string; host: string },
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const url = new URL(request.url);
  if (url.protocol !== origin.protocol || url.host !== origin.host || url.username !== '') {
    return refuse(403);
  }
  const file = lookUp(url.pathname === '/' ? '/index.html' : url.pathname);
  if (file === undefined) return refuse(404);
  const headers: Record<string, string> = {
    ...HEADERS,
    'content-type': file.type,
    'content-length': String(file.bytes.byteLength),
    // Names of built files carry a hash of their content, except the page itself.
    'cache-control': url.pathname.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-store',
  };
  if (file.downloadAs !== undefined) {
    headers['content-disposition'] =
      `attachment; filename*=UTF-8''${encodeURIComponent(file.downloadAs)}`;
  }
  return new Response(request.method === 'HEAD' ? null : file.bytes, { status: 200, headers });
}
