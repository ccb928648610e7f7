import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Handle } from './handles.ts';
import { machineFailure } from './failure.ts';
import { closeDatabase, openReader, openWriter } from './open.ts';
import { movedWith } from './protocol.ts';
import type { Opened, Reply, Request, WorkerStart } from './protocol.ts';
import { runRead, runTogether, runWrite } from './runner.ts';

/** The thread that owns a connection: everything slow about SQLite happens here. */

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const owner = parentPort;
const { file, role, nowMs, damaged } = workerData as WorkerStart;

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
    const failure = machineFailure(error);
    if (failure !== null) return { is: 'failed', id, error: failure };
    return { is: 'thrown', id, message: error instanceof Error ? error.message : String(error) };
  }
}

let opened: Handle | null = null;

function open(): Result<Opened> {
  const result = role === 'writer' ? openWriter(file, { nowMs, damaged }) : openReader(file);
  if (!result.ok) return result;
  opened = result.value;
  return ok({ recovery: opened.recovery });
}

type Run = Extract<Request, { do: 'run' }>;

/** Writes that share a commit; more would let the first wait too long. */
const MOST_TOGETHER = 16;

/** Small writes that a person or the queue waits for; a scan's pages are commits of their own. */
function mayShare(request: Request): request is Run {
  return role === 'writer' && request.do === 'run' && request.name.startsWith('outbox.');
}

/** Several writes with one commit, each answered once that is on disk. */
function answerTogether(handle: Handle, requests: readonly Run[]): void {
  const from = process.hrtime.bigint();
  const results = requests.length > 1 ? runTogether(handle, requests) : null;
  const tookMs = Number(process.hrtime.bigint() - from) / 1e6;
  for (const [index, request] of requests.entries()) {
    const result = results?.[index];
    tell(
      result === undefined
        ? answer(handle, request)
        : { is: 'written', id: request.id, result, tookMs },
    );
  }
}

function tell(reply: Reply): void {
  owner.postMessage(reply, reply.is === 'read' ? movedWith(reply.value) : []);
}

function obey(request: Request): void {
  switch (request.do) {
    case 'open': {
      const result = open();
      tell({ is: 'opened', result });
      if (!result.ok) owner.close();
      return;
    }
    case 'run':
      tell(answer(ready(), request));
      return;
    case 'close':
      if (opened !== null) closeDatabase(opened);
      tell({ is: 'closed', id: request.id });
      owner.close();
  }
}

function ready(): Handle {
  if (opened === null) throw new Error('A query came before the database was opened.');
  return opened;
}

/** The next request that has arrived already; undefined where none has. */
function arrived(): Request | undefined {
  return (receiveMessageOnPort(owner) as { message: Request } | undefined)?.message;
}

owner.on('message', (first: Request) => {
  let next: Request | undefined = first;
  while (next !== undefined) {
    if (!mayShare(next)) {
      obey(next);
      return;
    }
    const together: Run[] = [next];
    next = undefined;
    while (together.length < MOST_TOGETHER) {
      const request = arrived();
      if (request !== undefined && mayShare(request)) together.push(request);
      else {
        next = request;
        break;
      }
    }
    answerTogether(ready(), together);
  }
});
