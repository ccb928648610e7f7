import type { App, Session, WebContents } from 'electron';
import { APP_HOST, APP_SCHEME } from './protocol.ts';
import { DIAGNOSIS_ADDRESS } from './trouble.ts';

/**
 * Whether an address is the desk's own. Compared part by part: `URL.origin` is the text "null"
 * for every `app:` address, so that comparing origins would let any of them in.
 */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === `${APP_SCHEME}:` &&
    url.hostname === APP_HOST &&
    url.port === '' &&
    url.username === '' &&
    url.password === ''
  );
}

/** Refuses every navigation, redirect, frame, window and web view that is not the desk's own. */
export function confineNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Electron allows every permission by default; the desk needs none but writing the clipboard. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Denies cameras, positions, notifications, devices and the rest, for every origin of a session. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(GRANTED.has(permission) && isOwnAddress(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => GRANTED.has(permission) && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  // Electron takes an empty object for a mistake and throws; null is its refusal.
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/** The desk saves its files through the system's dialog; the one download is the diagnostic text. */
export function confineDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (item.getURL() !== DIAGNOSIS_ADDRESS) event.preventDefault();
  });
}
