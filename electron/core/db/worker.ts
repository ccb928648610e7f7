import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Handle } from './handles.ts';
import { closeDatabase, openReader, openWriter } from './open.ts';
import { movedWith } from './protocol.ts';
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

let opened: Handle | null = null;

function open(): Result<Record<string, never>> {
  const result = role === 'writer' ? openWriter(file) : openReader(file);
  if (!result.ok) return result;
  opened = result.value;
  return ok({});
}

port.on('message', (request: Request) => {
  switch (request.do) {
    case 'open': {
      const result = open();
      port.postMessage({ is: 'opened', result } satisfies Reply);
      if (!result.ok) port.close();
      return;
    }
    case 'run': {
      if (opened === null) throw new Error('A query came before the database was opened.');
      const reply = answer(opened, request);
      port.postMessage(reply, reply.is === 'read' ? movedWith(reply.value) : []);
      return;
    }
    case 'close':
      if (opened !== null) closeDatabase(opened);
      port.postMessage({ is: 'closed', id: request.id } satisfies Reply);
      port.close();
  }
});
