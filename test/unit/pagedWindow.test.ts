import { describe, expect, it } from 'vitest';
import { PagedWindow } from '../../renderer/state/pagedWindow.svelte.ts';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

interface Row {
  id: string;
}
interface Page {
  rows: Row[];
  total: number;
}

/** A list whose core answers when the test lets it. */
class Held extends PagedWindow<Row> {
  readonly asked: { offset: number; answer: (total: number) => void }[] = [];

  protected read(offset: number, limit: number): Promise<Result<Page>> {
    return new Promise((resolve) => {
      const answer = (total: number): void => {
        const rows = Array.from({ length: limit }, (_, at) => ({
          id: `${offset + at} of ${total}`,
        }));
        resolve(ok({ rows, total }));
      };
      this.asked.push({ offset, answer });
    });
  }

  show100(offset: number): void {
    this.show(offset, offset + 100);
  }
  another(): void {
    this.turn({ keep: true, toTop: true });
  }
}

describe('a list read by windows', () => {
  it('asks two questions at a time, and then only for what is in sight', async () => {
    const list = new Held();
    for (let offset = 0; offset < 1000; offset += 100) list.show100(offset);
    expect(list.asked.map(({ offset }) => offset)).toEqual([0, 100]);
    list.asked[0]?.answer(1000);
    await expect.poll(() => list.asked.map(({ offset }) => offset)).toEqual([0, 100, 900]);
    list.asked[1]?.answer(1000);
    list.asked[2]?.answer(1000);
    await expect.poll(() => list.at(900)?.id).toBe('900 of 1000');
    expect(list.asked).toHaveLength(3);
  });

  it('reads what is printed beside what is in sight, as long as it is printed', async () => {
    const list = new Held();
    const offsets = (): number[] => list.asked.map(({ offset }) => offset);
    list.show(0, 30);
    list.show(0, 400, 'paper');
    // The head of the sheet makes the list lower, which tells anew what is in sight.
    list.show(0, 29);
    for (let at = 0; at < 4; at += 1) {
      await expect.poll(() => list.asked.length).toBeGreaterThan(at);
      list.asked[at]?.answer(400);
    }
    await expect.poll(() => list.at(399)?.id).toBe('399 of 400');
    expect(offsets()).toEqual([0, 100, 200, 300]);
    list.show(0, 0, 'paper');
    list.refresh();
    list.asked[4]?.answer(300);
    await expect.poll(() => list.at(0)?.id).toBe('0 of 300');
    expect(offsets()).toEqual([0, 100, 200, 300, 0]);
  });

  it('asks for the last of several views, and tells each first answer once', async () => {
    const list = new Held();
    list.another();
    list.another();
    for (let typed = 0; typed < 5; typed += 1) list.another();
    expect(list.asked).toHaveLength(2);
    list.asked[0]?.answer(1);
    await expect.poll(() => list.asked.length).toBe(3);
    expect([list.answers, list.loaded]).toEqual([0, false]);
    list.asked[2]?.answer(3);
    await expect.poll(() => list.total).toBe(3);
    list.asked[1]?.answer(2);
    await expect.poll(() => list.answers).toBe(1);
    expect([list.total, list.at(0)?.id, list.asked.length]).toEqual([3, '0 of 3', 3]);
  });
});
