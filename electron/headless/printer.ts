import { existsSync } from 'node:fs';
import type { Browser } from 'playwright';
import { fail, ok } from '../../shared/result.ts';
import type { Printer } from '../core/ports.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ADDRESS = 'https://document.invalid/';
const IDLE_MS = 30_000;

/** A Chromium that can print: the one that CHROME_PATH names, an installed one, Playwright's own. */
export async function findChromium(): Promise<string | null> {
  const named = process.env['CHROME_PATH'];
  const known = [named, ...PLACES].find((path) => path !== undefined && existsSync(path));
  if (known !== undefined) return known;
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/**
 * The `Printer` port of the headless host: Chromium's own printing, the same engine that Electron
 * prints with. The document gets neither scripts nor network. The browser keeps its sandbox
 * unless this process is root, where Chromium refuses to start with one.
 */
export async function createPrinter(): Promise<Printer & { close(): Promise<void> }> {
  const executablePath = await findChromium();
  let browser: Promise<Browser> | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function launch(path: string): Promise<Browser> {
    const { chromium } = await import('playwright');
    const asRoot = process.getuid?.() === 0;
    return chromium.launch({
      executablePath: path,
      chromiumSandbox: !asRoot,
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const open = browser;
    browser = null;
    await (await open?.catch(() => null))?.close();
  }

  async function print(path: string, html: string): Promise<Uint8Array> {
    browser ??= launch(path);
    const context = await (await browser).newContext({ javaScriptEnabled: false });
    try {
      await context.route('**', (route) =>
        route.request().url() === ADDRESS
          ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
          : route.abort(),
      );
      const page = await context.newPage();
      await page.goto(ADDRESS, { waitUntil: 'load' });
      return await page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
        outline: true,
      });
    } finally {
      await context.close();
    }
  }

  return {
    available: () => executablePath !== null,
    async pdf(html) {
      if (executablePath === null) {
        return fail({
          kind: 'local',
          code: 'print.noChromium',
          message: 'A PDF can’t be made here: no Chromium or Chrome was found.',
          safe: 'The answer itself is safe in the mirror.',
          next: 'report',
        });
      }
      clearTimeout(idle);
      try {
        return ok(await print(executablePath, html));
      } catch (error) {
        await close();
        return fail({
          kind: 'local',
          code: 'print.failed',
          message: `The PDF could not be printed: ${error instanceof Error ? error.message : 'unknown reason'}`,
          safe: 'The answer itself is safe in the mirror.',
          next: 'retry',
        });
      } finally {
        idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}
