import type { Page } from 'playwright';

/** What is measured inside a page, by the page's own clock. */

/** What the page keeps for the bench; nothing of it exists outside of one. */
interface Probe {
  /** When the first rows were drawn, ms since the page was asked for. */
  rowsAt: number | null;
  /** Tasks of 50 ms and more, ms each. */
  longTasks: number[];
  /** The socket to the core. */
  socket: WebSocket | null;
  /** What of the page tells the outcome of an act; null while it is not there. */
  marks: Record<Mark, () => string | null>;
  /** How long the act took that was waited for last, ms. */
  outcome: Promise<number> | null;
}
/** The length of the list, its active row, the name of the open record, the page with its rows. */
export type Mark = 'count' | 'active' | 'detail' | 'page';
declare global {
  interface Window {
    bench: Probe;
  }
}

/** Installs the probe before any script of the page runs. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const grid = () => document.querySelector('[role=grid]');
    const rows = () => document.querySelector('main [role=grid] .body [data-id]');
    const probe: Probe = {
      ...{ rowsAt: null, longTasks: [], socket: null, outcome: null },
      marks: {
        count() {
          const count = grid()?.getAttribute('aria-rowcount') ?? null;
          return count === '-1' ? null : count;
        },
        active: () => grid()?.getAttribute('aria-activedescendant') ?? null,
        detail: () => document.querySelector('main article h2')?.textContent ?? null,
        page: () => (rows() === null ? null : (document.querySelector('main')?.ariaLabel ?? null)),
      },
    };
    window.bench = probe;
    new PerformanceObserver((list) => {
      probe.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
    const look = (): void => {
      if (document.querySelector('[role=grid] .body [data-id]') === null) {
        requestAnimationFrame(look);
      } else {
        probe.rowsAt = performance.now();
      }
    };
    requestAnimationFrame(look);
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        probe.socket = this;
      }
    };
  });
}

/** Hands the page what its core would have sent it: frames of the bridge, as base64. */
export async function receive(
  page: Page,
  frames: readonly string[],
  everyMs: number,
): Promise<void> {
  await page.evaluate(
    async ({ texts, pauseMs }) => {
      const messages = texts.map((text) =>
        Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
      );
      const { socket } = window.bench;
      if (socket === null) throw new Error('The page has no connection to its core');
      for (const { buffer } of messages) {
        socket.dispatchEvent(new MessageEvent('message', { data: buffer }));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    { texts: frames, pauseMs: everyMs },
  );
}

/**
 * How long an act takes until the page shows its outcome and has painted it, ms: from the time
 * stamp of its key or click to the end of the frame in which the mark is another one.
 */
export async function toPaint(page: Page, act: () => Promise<void>, mark: Mark): Promise<number> {
  await page.evaluate((name) => {
    const read = window.bench.marks[name];
    const before = read();
    window.bench.outcome = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`No other ${name} within 30 s`)), 30_000);
      const begin = ({ timeStamp }: Event): void => {
        window.removeEventListener('keydown', begin, true);
        window.removeEventListener('pointerdown', begin, true);
        const look = (): void => {
          const now = read();
          if (now === null || now === before) {
            requestAnimationFrame(look);
            return;
          }
          // What a frame drew is painted before the next task.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      window.addEventListener('keydown', begin, true);
      window.addEventListener('pointerdown', begin, true);
    });
  }, mark);
  await act();
  const ms = await page.evaluate(() => window.bench.outcome);
  if (ms === null) throw new Error('Nothing was measured');
  return ms;
}
