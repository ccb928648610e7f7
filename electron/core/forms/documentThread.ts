import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentMaker } from './document/make.ts';
import { picturesOf } from './document/photos.ts';
import type { ThreadReply, ThreadRequest, ThreadStart } from './document/protocol.ts';

/** The script of the threads that typeset: fonts, ground and typesetter stay until it ends. */

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const owner = parentPort;
const { fonts } = workerData as ThreadStart;

let maker: { ground: string | null; maker: DocumentMaker } | null = null;

function makerFor(ground: string | null): DocumentMaker {
  if (maker?.ground !== ground) maker = { ground, maker: new DocumentMaker(ground, fonts) };
  return maker.maker;
}

/**
 * The typesetter's documents lie outside of what the collector of garbage sees, so that it would
 * come far too late: a megabyte for each answer. A collection of what is young alone leaves those
 * that it met before, and memory grows with each answer.
 */
const EACH = 20;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'major' }) => void;
let since = 0;

/** Gives memory back once enough was made since the last time. */
function tidy(made: number): void {
  since += made;
  if (since < EACH) return;
  since = 0;
  collect({ type: 'major' });
}

/** What the system calls its refusal to write a file; null where anything else failed. */
function refusalOf(error: unknown, file: string): string | null {
  if (!(error instanceof Error)) return null;
  // What fails in a file that is open names none.
  const { code, path = file, syscall = 'read' }: NodeJS.ErrnoException = error;
  return code !== undefined && path === file && syscall !== 'read' ? code : null;
}

function answer({ id, job }: ThreadRequest): ThreadReply {
  try {
    if (job.do === 'pictures') return { id, is: 'pictures', pictures: picturesOf(job.source) };
    if (job.do === 'look') return { id, is: 'looked', looked: DocumentMaker.look(job.file) };
    if (job.do === 'merge') {
      const stopped = (): boolean => {
        tidy(1);
        return Atomics.load(job.stop, 0) !== 0;
      };
      const merged = (maker?.maker ?? makerFor(null)).merge(job.wish, stopped);
      return { id, is: 'merged', merged };
    }
    return { id, is: 'made', made: makerFor(job.ground).make(job.sources, job.wish) };
  } catch (error) {
    const code = job.do === 'merge' ? refusalOf(error, job.wish.out) : null;
    if (code !== null) return { id, is: 'refused', code };
    // The class alone: a message may quote the answer.
    return { id, is: 'failed', why: error instanceof Error ? error.name : typeof error };
  }
}

owner.on('message', (request: ThreadRequest) => {
  owner.postMessage(answer(request));
  tidy(request.job.do === 'make' ? request.job.sources.length : 1);
});
