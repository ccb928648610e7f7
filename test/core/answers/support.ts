import { onTestFinished, vi } from 'vitest';
import { createCollector } from '../../../electron/core/answers/queue/createCollector.ts';
import type { Collector } from '../../../electron/core/answers/collector.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import type { ApiReply, Query } from '../../../electron/core/api/types.ts';
import type { Store } from '../../../electron/core/database.ts';
import { answerHandlers } from '../../../electron/core/handlers/answers.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { Collecting } from '../../../shared/ipc/answers.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { FakeService, syncUnderTest } from '../sync/support.ts';
import type { SyncUnderTest } from '../sync/support.ts';

/** A service that has answers by their ids, and lets a test say when each is given. */
export class AnswerService extends FakeService {
  readonly answers = new Map<string, string>();
  readonly refused = new Map<string, AppError>();
  readonly pdfs = new Set<string>();
  /** Set: every answer is given only once this is called for it. */
  gate: ((id: string) => Promise<void>) | null = null;
  /** Answers that are being asked for at this moment, and the most that ever were. */
  open = 0;
  mostOpen = 0;
  readonly asked: string[] = [];

  override async read(
    name: ReadName,
    options: { params?: Record<string, string>; query?: Query } = {},
  ): Promise<Result<ApiReply>> {
    if (name !== 'getAnswer') return super.read(name, options);
    const id = options.params?.['answerId'] ?? '';
    this.asked.push(id);
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    await this.gate?.(id);
    this.open -= 1;
    const refused = this.refused.get(id) ?? this.refused.get('*');
    if (refused !== undefined) return { ok: false, error: refused };
    const text = this.answers.get(id);
    return text === undefined
      ? { ok: false, error: missing(id) }
      : ok({ status: 200, headers: {}, text, path: '$' });
  }

  override async download(
    _name?: ReadName,
    options: { params?: Record<string, string> } = {},
  ): Promise<Result<Uint8Array>> {
    const id = options.params?.['answerId'] ?? '';
    this.asked.push(`pdf ${id}`);
    return this.pdfs.has(id)
      ? ok(new TextEncoder().encode(`%PDF-1.7 ${id}`))
      : { ok: false, error: missing(id) };
  }
}

const missing = (id: string): AppError =>
  fail({ kind: 'missing', code: 'http.missing', message: `There is no answer ${id}.`, status: 404 })
    .error;

export const busyService: AppError = fail({
  ...{ kind: 'server', code: 'http.rateLimited', message: 'Wait a little.', status: 429 },
} as const).error;
export const brokenService: AppError = fail({
  ...{ kind: 'server', code: 'http.server', message: 'It failed.', status: 500 },
} as const).error;
export const brokenOff: AppError = fail({
  ...{ kind: 'offline', code: 'http.broken', message: 'The answer broke off.' },
} as const).error;
export const unreachable: AppError = fail({
  ...{ kind: 'offline', code: 'http.unreachable', message: 'It can’t be reached.' },
} as const).error;

export interface Collected extends Omit<SyncUnderTest, 'service'> {
  service: AnswerService;
  collector: Collector;
  calls: ReturnType<typeof answerHandlers>;
  /** Lets time pass until the fetching stands as told. */
  until(fits: (now: Collecting) => boolean): Promise<Collecting>;
}

/**
 * Lets the test's time pass until something fits. Files are written meanwhile, and a disk takes as
 * long as it takes: what ends the wait is real time, not a number of looks.
 */
export function passing<T>(
  clock: Pick<SyncUnderTest['clock'], 'advance'>,
  look: () => Promise<T>,
  fits: (now: T) => boolean,
): Promise<T> {
  return vi.waitFor(
    async () => {
      const now = await look();
      if (fits(now)) return now;
      clock.advance(250);
      throw new Error(`In vain: ${JSON.stringify(now)}`);
    },
    { timeout: 20_000, interval: 1 },
  );
}

/** The collector over a real store and a service of the test's own. */
export async function collecting(options: { store?: Store } = {}): Promise<Collected> {
  const service = new AnswerService();
  const under = await syncUnderTest({ ...options, service });
  const collector = createCollector(under.context);
  onTestFinished(() => collector.close());
  const unused: unknown = null;
  const context = {
    ...under.context,
    collector,
    outbox: unused as AccountContext['outbox'],
    exporter: unused as AccountContext['exporter'],
    ground: unused as AccountContext['ground'],
    packs: unused as AccountContext['packs'],
  } satisfies AccountContext;
  return {
    ...under,
    service,
    collector,
    calls: answerHandlers(() => context),
    until: (fits) => passing(under.clock, () => collector.current(), fits),
  };
}

export const done = ({ waiting, busy }: Collecting): boolean => waiting === 0 && busy === 0;

/** Answers to the form 7, numbered from `from`. */
export function give(service: AnswerService, from: number, count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => String(from + index));
  for (const id of ids) {
    service.answers.set(
      id,
      `{"id":${id},"formId":7,"createdAt":"2026-03-01T08:00:00Z","vehicle":{"id":${Number(id) % 3},"regNo":"WB ${Number(id) % 3}"},"values":{"note":"note of ${id}"}}`,
    );
  }
  return ids;
}
