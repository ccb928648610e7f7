import type { Page } from 'playwright';

/** What a page's own thread did, out of Chromium's trace. */
export interface Frames {
  /** Scripting of each frame that ran any, ms. */
  scriptMs: number[];
  /** The longest task, ms. */
  longestMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: { name?: string };
}

const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'EventDispatch',
  'TimerFire',
  'RunMicrotasks',
  'V8.GC_SCAVENGER',
]);
const FRAME_US = 1_000_000 / 60;

/** Traces the page while `act` runs. */
export async function traced(page: Page, act: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  const categories = ['devtools.timeline', 'disabled-by-default-v8.gc', 'toplevel', '__metadata'];
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  return framesOf(traceEvents);
}

/** Scripting by sixtieths of a second, and the longest task, of the page that scripted most. */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const byThread = Map.groupBy(
    events.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid}/${tid}`)),
    ({ pid, tid }) => `${pid}/${tid}`,
  );
  const total = (of: readonly TraceEvent[]): number =>
    of.reduce((sum, { name, dur = 0 }) => (SCRIPT.has(name) ? sum + dur : sum), 0);
  const [own = []] = [...byThread.values()].sort((a, b) => total(b) - total(a));
  const scripts = own
    .filter(({ name, dur }) => SCRIPT.has(name) && dur !== undefined)
    .sort((a, b) => a.ts - b.ts);
  const frames = new Map<number, number>();
  let until = 0;
  for (const { ts, dur = 0 } of scripts) {
    // A call inside of another is counted with it.
    const from = Math.max(ts, until);
    const to = ts + dur;
    if (to <= from) continue;
    until = to;
    const frame = Math.floor(from / FRAME_US);
    frames.set(frame, (frames.get(frame) ?? 0) + (to - from));
  }
  const tasks = own.filter(({ name }) => name.endsWith('RunTask')).map(({ dur = 0 }) => dur);
  return {
    scriptMs: [...frames.values()].map((us) => us / 1000),
    longestMs: Math.max(0, ...tasks) / 1000,
  };
}
