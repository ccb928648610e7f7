import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import { fail, ok } from '../../shared/result.ts';
import type { Printer } from '../core/ports.ts';

const ADDRESS = 'https://document.invalid/';

/** A hidden window that can neither run scripts nor reach anything. */
export function printWindowOptions(session: Session): BrowserWindowConstructorOptions {
  return {
    show: false,
    webPreferences: {
      session,
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    },
  };
}

/**
 * The `Printer` port of the installed app: a hidden window in a memory-only session that answers
 * one made-up address with the document and refuses every other.
 */
export function createPrinter(
  fresh: () => Session,
  make: (options: BrowserWindowConstructorOptions) => BrowserWindow,
): Printer {
  return {
    available: () => true,
    async pdf(html) {
      const session = fresh();
      session.protocol.handle('https', (request) =>
        request.url === ADDRESS
          ? new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
          : new Response(null, { status: 403 }),
      );
      session.protocol.handle('http', () => new Response(null, { status: 403 }));
      const window = make(printWindowOptions(session));
      try {
        await window.loadURL(ADDRESS);
        return ok(
          await window.webContents.printToPDF({
            preferCSSPageSize: true,
            printBackground: true,
            generateTaggedPDF: true,
            generateDocumentOutline: true,
          }),
        );
      } catch (error) {
        return fail({
          kind: 'local',
          code: 'print.failed',
          message: `The PDF could not be printed: ${error instanceof Error ? error.message : 'unknown reason'}`,
          safe: 'The answer itself is safe in the mirror.',
          next: 'retry',
        });
      } finally {
        window.destroy();
      }
    },
  };
}
