import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { Handle } from './handles.ts';
import { machineFailure } from './failure.ts';
import { closeDatabase, openReader, openWriter } from './open.ts';
import type { DatabaseParts } from './parts.ts';
import { movedWith } from './protocol.ts';
import type { Opened, Reply, Request, WorkerStart } from './protocol.ts';
import { nextStep, runRead, runStep, runTogether, runWrite } from './runner.ts';

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

/** Index after index is built only when nobody has written for so long. */
const QUIET_MS = 250;
let steps: 'none' | 'soon' | 'later' = 'none';
/** When a write came last for which somebody waits. */
let wroteAtMs = -QUIET_MS;

/** Goes on with what is built after the rows, once everything that was asked is answered. */
function goOn(parts: DatabaseParts): void {
  if (role !== 'writer' || steps !== 'none') return;
  steps = 'soon';
  setImmediate(() => takeStep(parts));
}

function takeStep(parts: DatabaseParts): void {
  steps = 'none';
  if (opened?.raw.open !== true) return;
  const next = nextStep(opened, parts);
  if (!next.ok) return tellFailed(next.error);
  const step = next.value;
  if (step === null) return;
  const quietMs = stopwatchMs() - wroteAtMs;
  if (step.is === 'long' && quietMs < QUIET_MS) {
    steps = 'later';
    setTimeout(() => takeStep(parts), QUIET_MS - quietMs).unref();
    return;
  }
  const taken = runStep(opened, step);
  if (taken.ok) goOn(parts);
  else tellFailed(taken.error);
}

/** Nobody asked for a step: a damaged page that it met has to be told all the same. */
function tellFailed(error: AppError): void {
  owner.postMessage({ is: 'stepFailed', error } satisfies Reply);
}

function open(parts: DatabaseParts): Result<Opened> {
  const result =
    role === 'writer' ? openWriter(file, parts, { nowMs, damaged }) : openReader(file, parts);
  if (!result.ok) return result;
  opened = result.value;
  return ok({ recovery: opened.recovery });
}

type Run = Extract<Request, { do: 'run' }>;

/** Writes that share a commit; more would let the first wait too long. */
const MOST_TOGETHER = 16;

/** Only small writes that somebody waits for. */
function mayShare(parts: DatabaseParts, request: Request): request is Run {
  return role === 'writer' && request.do === 'run' && parts.sharesCommit(request.name);
}

/**
 * The queue sends four writes at once, and each comes back for its next commit after the last one.
 * Waiting for it, for a fraction of what a commit takes, makes them share every commit instead of
 * every other one. Where writes come one by one, none waits.
 */
const MOST_IN_TURN = 4;
const LONGEST_LINGER_MS = 2;
const LINGER_SHARE = 0.25;
/** Writes this long after the last commit are not on their way back from it. */
const BACK_MS = 50;
const NAP_MS = 0.05;

/** Decides when commits are shared, never what is in them. */
const stopwatchMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const nap = new Int32Array(new SharedArrayBuffer(4));
let sizes: readonly [earlier: number, last: number] = [0, 0];
let commitMs = 0;
let committedAtMs = 0;

/** How many writes a commit can wait for, and until when. */
function expected(): { writes: number; untilMs: number } {
  const now = stopwatchMs();
  const alone = Math.max(...sizes) < 2 || now - committedAtMs > BACK_MS;
  if (alone) return { writes: 1, untilMs: now };
  const writes = Math.min(MOST_IN_TURN, sizes[0] + sizes[1]);
  return { writes, untilMs: now + Math.min(LONGEST_LINGER_MS, commitMs * LINGER_SHARE) };
}

/** Several writes with one commit, each answered once that is on disk. */
function answerTogether(handle: Handle, requests: readonly Run[]): void {
  const from = stopwatchMs();
  const results = requests.length > 1 ? runTogether(handle, requests) : null;
  const tookMs = stopwatchMs() - from;
  sizes = [sizes[1], requests.length];
  for (const [index, request] of requests.entries()) {
    const result = results?.[index];
    tell(
      result === undefined
        ? answer(handle, request)
        : { is: 'written', id: request.id, result, tookMs },
    );
  }
  committedAtMs = stopwatchMs();
  commitMs = committedAtMs - from;
  wroteAtMs = committedAtMs;
}

function tell(reply: Reply): void {
  owner.postMessage(reply, reply.is === 'read' ? movedWith(reply.value) : []);
}

function obey(parts: DatabaseParts, request: Request): void {
  switch (request.do) {
    case 'open': {
      const result = open(parts);
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
  const next: { message: Request } | undefined = receiveMessageOnPort(owner);
  return next?.message;
}

/** Answers what the store asks, over the statements of `parts`, until it is told to close. */
export function serveDatabase(parts: DatabaseParts): void {
  owner.on('message', (first: Request) => {
    let next: Request | undefined = first;
    goOn(parts);
    while (next !== undefined) {
      if (!mayShare(parts, next)) {
        obey(parts, next);
        return;
      }
      const together: Run[] = [next];
      next = undefined;
      const { writes, untilMs } = expected();
      while (together.length < MOST_TOGETHER) {
        const request = arrived();
        if (request === undefined) {
          if (together.length >= writes || stopwatchMs() >= untilMs) break;
          Atomics.wait(nap, 0, 0, NAP_MS);
        } else if (mayShare(parts, request)) together.push(request);
        else {
          next = request;
          break;
        }
      }
      answerTogether(ready(), together);
    }
  });
}
