import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import vm from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const dist = path.resolve(import.meta.dirname, '..', '..', 'dist');
const read = (file: string) => readFileSync(path.join(dist, file), 'utf8');

describe('the built desk', () => {
  it('has no script or style inside its page, so that the policy can forbid them', () => {
    const page = read('renderer/index.html');
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    const scripts = [...page.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, content] of scripts) {
      expect(attributes).toMatch(/\ssrc="\/[^"]+"/);
      expect(content?.trim()).toBe('');
    }
  });

  it('loads nothing from elsewhere: every file that the page names is there', () => {
    const named = [...read('renderer/index.html').matchAll(/\s(?:src|href)="([^"]+)"/g)];
    for (const [, url] of named) {
      expect(url).toMatch(/^\/[^/]/);
      expect(existsSync(path.join(dist, 'renderer', url ?? '')), url).toBe(true);
    }
  });

  it('holds the worker of the map as a file, and no source maps', () => {
    const files = readdirSync(path.join(dist, 'renderer'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(files.filter((file) => /maplibre-gl-worker.*\.m?js$/.test(file))).toHaveLength(1);
  });
});

describe('the preload script', () => {
  it('is one CommonJS file that needs only Electron and offers a frozen bridge', () => {
    const required: string[] = [];
    const exposed: Record<string, object> = {};
    const electron = {
      contextBridge: {
        exposeInMainWorld: (key: string, api: object) => {
          exposed[key] = api;
        },
      },
      ipcRenderer: { invoke: vi.fn(), on: vi.fn(), removeListener: vi.fn() },
    };
    const require = (name: string) => {
      required.push(name);
      if (name !== 'electron') throw new Error(`The sandbox has no ${name}.`);
      return electron;
    };
    vm.runInNewContext(read('electron/preload.cjs'), { require, exports: {}, module: {} });
    expect(required).toEqual(['electron']);
    expect(Object.keys(exposed)).toEqual(['waybill']);
    expect(Object.keys(exposed['waybill'] ?? {}).sort()).toEqual(['call', 'on']);
    expect(Object.isFrozen(exposed['waybill'])).toBe(true);
  });

  it('is also a browser script for the headless host, with the same bridge', () => {
    const code = read('renderer-headless/bridge.js');
    const window: Record<string, unknown> = {};
    class WebSocket {
      addEventListener = vi.fn();
    }
    const location = { host: '127.0.0.1:1' };
    vm.runInNewContext(code, { window, WebSocket, location, TextEncoder, TextDecoder });
    expect(Object.keys(window['waybill'] ?? {}).sort()).toEqual(['call', 'on']);
  });
});

describe('the headless host', () => {
  it('starts from its bundle alone, with the local workspace', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'waybill-test-'));
    const host = spawn(
      process.execPath,
      [path.join(dist, 'headless', 'headless.js'), '--json', '--no-open', '--data', data],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(host, 'exit');
    onTestFinished(async () => {
      host.kill('SIGKILL');
      await ended;
      rmSync(data, { recursive: true, force: true });
    });
    const [line] = (await once(createInterface(host.stdout), 'line')) as [string];
    const { url, origin } = JSON.parse(line) as { url: string; origin: string };
    expect(url.startsWith(`${origin}/`)).toBe(true);
    expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(400);
    host.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 120_000);
});

describe('the main process', () => {
  it('is in one folder with its workers and reads no sources', () => {
    const files = readdirSync(path.join(dist, 'electron'));
    expect(files).toEqual(expect.arrayContaining(['main.js', 'preload.cjs']));
    const scripts = files.filter((file) => /\.c?js$/.test(file));
    const named = scripts.flatMap((file) =>
      [
        ...read(`electron/${file}`).matchAll(
          /new URL\(\s*["'`]([^"'`]+)["'`]\s*,\s*import\.meta\.url/g,
        ),
      ].map((match) => match[1] ?? ''),
    );
    // At least the database's worker and the embedded service's.
    expect(
      named.filter((name) => /(worker|databaseThread)\.js$/.test(name)).length,
    ).toBeGreaterThanOrEqual(2);
    for (const name of named)
      expect(existsSync(path.join(dist, 'electron', name)), name).toBe(true);
  });

  it('leaves native packages outside, where Electron finds them', () => {
    const require = createRequire(path.join(dist, 'electron', 'main.js'));
    expect(existsSync(require.resolve('better-sqlite3'))).toBe(true);
    const scripts = readdirSync(path.join(dist, 'electron')).filter((file) => file.endsWith('.js'));
    expect(
      scripts.some((file) => /from\s*["']better-sqlite3["']/.test(read(`electron/${file}`))),
    ).toBe(true);
  });
});
