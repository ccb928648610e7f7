import { parentPort, workerData } from 'node:worker_threads';
import { idsInTable } from './tableIds.ts';
import type { TableWish } from './tableIds.ts';

/** The script of a thread that reads one file, tells what is in it, and ends. */

if (parentPort === null) throw new Error('This file runs as a worker thread.');
parentPort.postMessage(await idsInTable(workerData as TableWish));
