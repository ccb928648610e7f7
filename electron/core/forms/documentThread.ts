import { parentPort, workerData } from 'node:worker_threads';
import { DocumentMaker } from './document/make.ts';
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

owner.on('message', ({ id, source, wish, ground }: ThreadRequest) => {
  let reply: ThreadReply;
  try {
    reply = { id, made: makerFor(ground).answer(source, wish) };
  } catch (error) {
    // The class alone: a message may quote the answer.
    const why = error instanceof Error ? error.name : typeof error;
    reply = { id, failed: why };
  }
  owner.postMessage(reply);
});
