import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import { createNodePorts } from '../core/adapters/nodePorts.ts';
import type { Core } from '../core/core.ts';
import { createCore } from '../core/createCore.ts';
import { openLocalWhenEmpty } from '../core/openLocal.ts';
import type { LogLevel, Ports } from '../core/ports.ts';
import { readAppFiles, type AppFile } from '../shell/protocol.ts';
import { systemSecrets } from '../shell/secrets.ts';
import { createDownloads } from './downloads.ts';
import { serveDesk } from './server.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

export interface HeadlessOptions {
  dataDir: string;
  /** 0 picks a free one. */
  port: number;
  /** Opens the local workspace when no account is in use yet. */
  local: boolean;
  version: string;
  logLevel: LogLevel;
  /** Replaces single ports: tests inject clocks, faults and keychains. */
  ports?: Partial<Ports>;
}

export interface HeadlessHost {
  origin: string;
  core: Core;
  /** A fresh address with a token that works once. */
  link(): string;
  close(): Promise<void>;
}

/** The built desk with the bridge's script before its own, since no preload script runs here. */
async function deskFiles(): Promise<Result<Map<string, AppFile>>> {
  const built = path.join(root, 'dist', 'renderer');
  const bridge = path.join(root, 'dist', 'renderer-headless');
  if (!existsSync(built) || !existsSync(bridge)) {
    return fail({
      kind: 'local',
      code: 'headless.notBuilt',
      message: 'The desk is not built yet: run `npm start`, which builds it.',
      next: 'none',
    });
  }
  const files = await readAppFiles(built);
  for (const [name, file] of await readAppFiles(bridge)) files.set(name, file);
  const page = files.get('/index.html');
  if (page === undefined) throw new Error('The build has no index.html');
  const html = new TextDecoder()
    .decode(page.bytes)
    .replace('<head>', '<head>\n    <script src="/bridge.js"></script>');
  files.set('/index.html', { ...page, bytes: new TextEncoder().encode(html) });
  return ok(files);
}

/** Starts the same core as the installed app behind a loopback address. */
export async function startHeadless(options: HeadlessOptions): Promise<Result<HeadlessHost>> {
  const files = await deskFiles();
  if (!files.ok) return files;
  const downloads = createDownloads(options.dataDir);
  const base = createNodePorts({ dataDir: options.dataDir, logLevel: options.logLevel });
  const ports: Ports = {
    ...base,
    secrets: systemSecrets(base),
    // A browser tells nothing of sleep; the timers alone drain the queue.
    connectivity: {
      online: () => true,
      onHint: () => () => undefined,
      onSleep: () => () => undefined,
    },
    files: downloads,
    host: 'headless',
    version: options.version,
    ...options.ports,
  };
  const started = await createCore(ports);
  if (!started.ok) return started;
  const core = started.value;
  if (options.local) await openLocalWhenEmpty(core);
  const server = await serveDesk(
    core,
    (name) => files.value.get(name) ?? downloads.lookUp(name),
    options.port,
  );
  const close = async (): Promise<void> => {
    if (server.ok) await server.value.close();
    await core.close();
    await base.localService.close();
  };
  if (!server.ok) {
    await close();
    return server;
  }
  const { origin, link } = server.value;
  return ok({ origin, core, link, close });
}
