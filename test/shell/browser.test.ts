import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../electron/headless/browser.ts';

/** A desktop's own command is put in the way; it notes what it was asked to open. */

const ADDRESS = 'http://127.0.0.1:4321/?token=once&x=$(touch%20y)';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-browser-'));
  const opener = path.join(folder, 'xdg-open');
  writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$1" > '${folder}/asked'\n`);
  chmodSync(opener, 0o755);
  vi.stubEnv('PATH', folder);
  vi.stubEnv('WAYLAND_DISPLAY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('the default browser', () => {
  it('is opened at the address, which no shell reads', async () => {
    vi.stubEnv('DISPLAY', ':0');
    await openInBrowser(ADDRESS);
    expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toBe(ADDRESS);
  });

  it('is not looked for where there is no desktop', async () => {
    vi.stubEnv('DISPLAY', undefined);
    await expect(openInBrowser(ADDRESS)).rejects.toThrow('no desktop');
  });

  it('that can not be opened is an error, not a crash', async () => {
    vi.stubEnv('DISPLAY', ':0');
    rmSync(path.join(folder, 'xdg-open'));
    await expect(openInBrowser(ADDRESS)).rejects.toThrow();
  });
});
