import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../electron/core/database.ts';
import { documentKey } from '../../electron/core/sync/single.ts';
import { findingsOf } from '../../shared/rules/formFindings.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { complexAnswer } from '../support/answers.ts';
import { keep } from '../support/exporting.ts';
import { answerTexts } from './fleetData.ts';
import { median, p95, say, timed, type Figure } from './figure.ts';

/** What a reviewer waits for: an answer that is opened, and a verdict that is given. */

const VIEW = { sort: { field: 'createdAt', descending: true } } as const;
/** Rows that the list shows at a time. */
const SHOWN = 60;
const SAMPLES = 200;

/** Answers with three photographs and two pages each stand among others that are short. */
function textsOf(count: number): { id: string; text: string }[] {
  return answerTexts(count).map(({ id, text }, at) =>
    at % 4 === 0 ? { id, text: JSON.stringify({ ...complexAnswer, id }) } : { id, text },
  );
}

/** One flush of the disk, which a verdict can't do without. */
function flushMs(folder: string): number[] {
  const handle = openSync(path.join(folder, 'flush'), 'a');
  const samples = Array.from({ length: SAMPLES }, () => {
    const from = performance.now();
    writeSync(handle, 'x'.repeat(200));
    fsyncSync(handle);
    return performance.now() - from;
  });
  closeSync(handle);
  return samples;
}

/** Answers that are opened and judged among `count` that are here. */
export async function reviewFigures(folder: string, count: number): Promise<Figure[]> {
  const own = path.join(folder, 'review');
  mkdirSync(own, { recursive: true });
  const opened = await openStore({ file: path.join(own, 'mirror.db'), mode: 'inline' });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  try {
    const texts = textsOf(count);
    for (const { id, text } of texts) await keep(store, id, text);
    const every = Math.max(1, Math.floor(count / SAMPLES));
    const chosen = texts.filter((_text, at) => at % every === 0).slice(0, SAMPLES);
    const readMs: number[] = [];
    const judgeMs: number[] = [];
    const parseMs: number[] = [];
    for (const [at, { id, text }] of chosen.entries()) {
      parseMs.push((await timed((): unknown => JSON.parse(text))).ms);
      const read = await timed(async () => {
        const key = documentKey('getAnswer', { answerId: id }, {});
        const kept = await store.read('documents.get', { key });
        const json = kept?.json ?? '';
        return { layout: layoutAnswer(json, null), findings: findingsOf(json, null) };
      });
      if (read.value.layout?.answerId !== id) throw new Error('Another answer was opened.');
      readMs.push(read.ms);
      const acts = [{ kind: 'state', value: { state: 'approved', reasons: '' } }] as const;
      const judged = await timed(async () => {
        const act = { answerIds: [id], acts, by: 'Ada', now: Date.now(), change: `c${at}` };
        await store.write('review.judge', act);
        const { review } = await store.read('review.get', { answerId: id });
        await store.read('answers.window', { view: VIEW, offset: 0, limit: SHOWN });
        return review.state;
      });
      if (judged.value !== 'approved') throw new Error('The verdict was not kept.');
      judgeMs.push(judged.ms);
    }
    const flushed = flushMs(own);
    const figure = (name: string, samples: number[], beside: string): Figure => ({
      ...{ name, value: p95(samples), unit: 'ms', aim: { most: 50 }, samples: samples.length },
      ...{ beside, more: { medianMs: median(samples) } },
    });
    return [
      figure(
        `an answer opened among ${count}, p95`,
        readMs,
        `${say(p95(parseMs), 'ms')} reading its JSON alone (medians ${say(median(readMs), 'ms')} and ${say(median(parseMs), 'ms')})`,
      ),
      figure(
        `a verdict among ${count}, kept and shown in the list, p95`,
        judgeMs,
        `${say(p95(flushed), 'ms')} one flush of the disk (medians ${say(median(judgeMs), 'ms')} and ${say(median(flushed), 'ms')})`,
      ),
    ];
  } finally {
    await store.close();
  }
}
