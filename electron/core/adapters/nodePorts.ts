import path from 'node:path';
import { fail, ok } from '../../../shared/result.ts';
import type { Clock, LogLevel, Notebook, Ports } from '../ports.ts';
import { createTypesetter } from '../forms/typesetter.ts';
import { systemClock } from './clock.ts';
import { nodeHttp, type SystemProxy } from './http.ts';
import { createLocalService, type LocalServiceThread } from './localService.ts';
import { createNotebook } from '../diagnostics/notebook.ts';
import { lineLog, outliveTerminal } from './log.ts';
import { createLogFile } from './logFile.ts';
import { systemRandom } from './random.ts';
import { memorySecrets } from './secrets.ts';

export interface NodePorts extends Ports {
  localService: LocalServiceThread;
  notebook: Notebook;
}

/**
 * The ports as far as plain Node can fill them. What needs a window or a keychain (files, links,
 * lasting secrets) says that it is not there; hosts put their own in place.
 */
export function createNodePorts(options: {
  dataDir: string;
  logLevel: LogLevel;
  /** Keeps what the diagnostic bundle tells of starts before this one. */
  keepsLog?: boolean;
  /** Where the host can ask the system for its proxies. */
  systemProxy?: (clock: Clock) => SystemProxy;
}): NodePorts {
  const clock = systemClock();
  const file = options.keepsLog === true ? createLogFile(path.join(options.dataDir, 'logs')) : null;
  const notebook = createNotebook(clock, file?.write);
  outliveTerminal(process);
  const lines = lineLog(clock, (line) => process.stderr.write(line), options.logLevel);
  const log = notebook.over(lines);
  const missing = (code: string, message: string) =>
    Promise.resolve(fail({ kind: 'local', code, message }));
  return {
    clock,
    random: systemRandom(),
    http: nodeHttp(process.env, options.systemProxy?.(clock)),
    secrets: memorySecrets(),
    ...{ log, notebook },
    ...(file === null ? {} : { savedLog: file.tail }),
    paths: { data: options.dataDir },
    // Node is told nothing of the network; probing alone finds out.
    connectivity: {
      online: () => true,
      onHint: () => () => undefined,
      onSleep: () => () => undefined,
    },
    typesetter: createTypesetter({ clock, log, dataDir: options.dataDir }),
    files: {
      save: () => missing('files.none', 'Files can’t be saved here.'),
      folder: () => Promise.resolve(ok(path.join(options.dataDir, 'exports'))),
    },
    localService: createLocalService({
      worker: new URL('../../service/worker.ts', import.meta.url),
      workerData: { dataDir: path.join(options.dataDir, 'service'), port: 0, seed: 'demo' },
      log,
      clock,
    }),
    database: 'thread',
    host: 'headless',
    version: '0',
  };
}
