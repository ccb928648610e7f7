import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import { fail, ok } from '../../shared/result.ts';
import type { Printer } from '../core/ports.ts';
import { denyPermissions } from './navigation.ts';

/** In memory: a name without `persist:` leaves nothing on disk. */
export const PRINT_PARTITION = 'print';
const ORIGIN = 'https://document.invalid/';

/**
 * A hidden window that can neither run scripts nor reach anything. Each safe value is spelled out,
 * as for the desk's own windows.
 */
export function printWindowOptions(session: Session): BrowserWindowConstructorOptions {
  return {
    show: false,
    webPreferences: {
      session,
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      images: true,
      webgl: false,
      plugins: false,
      devTools: false,
    },
  };
}

/** Answers the documents that are being printed, at their made-up addresses, and nothing else. */
function confine(session: Session, documents: ReadonlyMap<string, string>): void {
  denyPermissions(session);
  session.on('will-download', (event) => event.preventDefault());
  const refuse = (): Response => new Response(null, { status: 403 });
  session.protocol.handle('https', (request) => {
    const html = documents.get(request.url);
    if (html === undefined) return refuse();
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  for (const scheme of ['http', 'file']) session.protocol.handle(scheme, refuse);
  // WebSockets and whatever else does not go through a handler of its scheme.
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !documents.has(url) && !url.startsWith('data:') }),
  );
}

/** Prints what the window shows; a renderer that dies ends it too. */
async function print(window: BrowserWindow, address: string): Promise<Uint8Array> {
  const { webContents } = window;
  const died = new Promise<never>((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) =>
      reject(new Error(`its renderer is gone (${reason})`)),
    );
  });
  const printed = window.loadURL(address).then(() =>
    webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    }),
  );
  return Promise.race([printed, died]);
}

/**
 * The `Printer` port of the installed app: hidden windows in one session in memory that answers
 * each document at an address of its own and refuses every other.
 *
 * @param open gives that session; asked once, with the first document
 */
export function createPrinter(
  open: () => Session,
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
): Printer {
  const documents = new Map<string, string>();
  let session: Session | null = null;
  let printed = 0;
  return {
    available: () => true,
    async pdf(html) {
      if (session === null) {
        const fresh = open();
        confine(fresh, documents);
        session = fresh;
      }
      printed += 1;
      const address = `${ORIGIN}${printed}`;
      documents.set(address, html);
      const window = make(printWindowOptions(session));
      try {
        return ok(await print(window, address));
      } catch (error) {
        return fail({
          kind: 'local',
          code: 'print.failed',
          message: `The PDF could not be printed: ${error instanceof Error ? error.message : 'unknown reason'}`,
          safe: 'The answer itself is safe in the mirror.',
          next: 'retry',
        });
      } finally {
        documents.delete(address);
        window.destroy();
      }
    },
  };
}
