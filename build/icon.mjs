/** `node build/icon.mjs`: makes build/icon.png, the app's icon, from build/icon.svg. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright';
import { chromium, NO_CHROMIUM } from './tools/chromium.mjs';
import { root, Stop } from './tools/project.mjs';

const SIZE = 1024;

const executablePath = await chromium({ install: false });
if (executablePath === undefined) throw new Stop(NO_CHROMIUM);
const rootUser = process.getuid?.() === 0;
const browser = await playwright.launch({
  executablePath,
  // Chromium refuses to keep its sandbox for root.
  args: rootUser ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
const svg = readFileSync(join(root, 'build', 'icon.svg'), 'utf8');
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({ path: join(root, 'build', 'icon.png'), omitBackground: true });
await browser.close();
