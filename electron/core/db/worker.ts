import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '../../../shared/result.ts';
import type { Handle } from './handles.ts';
import { closeDatabase, openReader, openWriter } from './open.ts';
import type { Reply, Request, WorkerStart } from './protocol.ts';
import { runRead, runWrite } from './runner.ts';

/** The thread that owns a connection: everything slow about SQLite happens here. */

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread.');
const { file, role } = workerData as WorkerStart;

function answer(handle: Handle, request: Extract<Request, { do: 'run' }>): Reply {
  const { id, name, input } = request;
  // A stopwatch for the log of slow queries; nothing is decided by it.
  const from = process.hrtime.bigint();
  const tookMs = () => Number(process.hrtime.bigint() - from) / 1e6;
  try {
    if (role === 'writer') {
      const result = runWrite(handle, name, input);
      return { is: 'written', id, result, tookMs: tookMs() };
    }
    const value = runRead(handle, name, input);
    return { is: 'read', id, value, tookMs: tookMs() };
  } catch (error) {
    return { is: 'thrown', id, message: error instanceof Error ? error.message : String(error) };
  }
}

const opened = role === 'writer' ? openWriter(file) : openReader(file);
port.postMessage({
  is: 'opened',
  result: opened.ok ? ok({}) : opened,
} satisfies Reply);
if (opened.ok) {
  port.on('message', (request: Request) => {
    if (request.do === 'close') {
      closeDatabase(opened.value);
      port.postMessage({ is: 'closed', id: request.id } satisfies Reply);
      port.close();
      return;
    }
    port.postMessage(answer(opened.value, request));
  });
}
