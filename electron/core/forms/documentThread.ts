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

function answer({ id, job }: ThreadRequest): ThreadReply {
  try {
    if (job.do === 'pictures') return { id, is: 'pictures', pictures: picturesOf(job.source) };
    return { id, is: 'made', made: makerFor(job.ground).make(job.sources, job.wish) };
  } catch (error) {
    // The class alone: a message may quote the answer.
    return { id, is: 'failed', why: error instanceof Error ? error.name : typeof error };
  }
}

/**
 * The typesetter's documents lie outside of what the collector of garbage sees, so that it would
 * come far too late: a megabyte for each answer.
 */
const EACH = 4;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
let since = 0;

owner.on('message', (request: ThreadRequest) => {
  owner.postMessage(answer(request));
  since += 1;
  if (since % EACH === 0) collect({ type: 'minor' });
});
