import type { Core } from '../../electron/core/core.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import type { Result } from '../../shared/result.ts';
import { note } from './boundary.ts';
import type { Life } from './child.ts';
import { keptSteps, nextStep } from './diary.ts';
import type { Entry } from './diary.ts';
import { ROUND, corrected, intentOf } from './script.ts';
import type { Intent, Ref } from './script.ts';

type Body = Record<string, unknown>;

/** How often the person looks whether something waits for them, ms of the machine's time. */
const LOOK_MS = 8;

/** Somebody at the desk: follows the script, and answers what the application asks. */
export class Person {
  readonly #core: Core;
  readonly #life: Life;
  readonly #kept: ReturnType<typeof keptSteps>;
  readonly #first: number;

  constructor(core: Core, life: Life, diary: readonly Entry[]) {
    this.#core = core;
    this.#life = life;
    this.#kept = keptSteps(diary);
    this.#first = nextStep(diary);
  }

  /** Does what this life is for. `busy` is told of every act: time does not leap then. */
  async live(busy: () => void): Promise<void> {
    if (this.#life.until === 'settled') return this.#settle(busy);
    while (!(await this.#hasSeeded())) await look();
    // Nobody writes a day's work at each start: what earlier lives left goes first where it is much.
    if ((await this.#open()).waiting > ROUND) await this.#settle(busy);
    const end = this.#first + this.#life.rounds * ROUND;
    for (let step = this.#first; step < end; step += 1) {
      busy();
      await this.#take(step, intentOf(this.#life.tag, step));
      if (step % ROUND === ROUND - 1) await this.#settle(busy);
    }
  }

  /** Whether the mirror has what the script builds on. */
  async #hasSeeded(): Promise<boolean> {
    for (const entity of ['vehicle', 'driver'] as const) {
      for (const id of this.#life.seeded[entity]) {
        const found = await this.#core.call('records.get', { entity, id });
        if (!found.ok || found.value === null) return false;
      }
    }
    return true;
  }

  #idOf(ref: Ref): string | null {
    if ('seeded' in ref) return this.#life.seeded[ref.seeded][ref.index] ?? null;
    return this.#kept.get(ref.madeBy)?.targetId ?? null;
  }

  async #write(step: number, endpoint: string, params: Body, body: Body): Promise<void> {
    const written = await this.#core.call('outbox.write', { endpoint, params, body });
    if (!written.ok) {
      note({ is: 'refused', step, code: written.error.code } satisfies Entry);
      return;
    }
    const { id, targetId } = written.value.op;
    const entry = { is: 'kept', step, opId: id, targetId } as const satisfies Entry;
    this.#kept.set(step, entry);
    note(entry);
  }

  async #take(step: number, intent: Intent): Promise<void> {
    note({ is: 'intent', step, intent } satisfies Entry);
    if (intent.do === 'remember') return this.#remember(step, intent);
    if (intent.do === 'create' || intent.do === 'createWrong') {
      return this.#write(step, intent.endpoint, {}, intent.body);
    }
    if (intent.do === 'createAndCancel') {
      await this.#write(step, intent.endpoint, {}, intent.body);
      const opId = this.#kept.get(step)?.opId ?? '';
      const taken = await this.#core.call('outbox.decide', {
        opId,
        decision: { remedy: 'cancel' },
      });
      if (taken.ok && taken.value.op.state === 'CANCELLED') {
        note({ is: 'cancelled', step } satisfies Entry);
      }
      return;
    }
    const id = this.#idOf(intent.on);
    const also = intent.do === 'set' ? intent.also : undefined;
    const other = also === undefined ? null : this.#idOf(also.ref);
    if (id === null || (also !== undefined && other === null)) {
      note({ is: 'skipped', step } satisfies Entry);
      return;
    }
    const named = also === undefined ? {} : { [also.name]: other };
    const params = { [intent.param]: id, ...(also?.in === 'params' ? named : {}) };
    if (intent.do === 'delete') return this.#write(step, intent.endpoint, params, {});
    if (intent.do === 'append') {
      const info = await this.#core.call('desk.info', {});
      if (!info.ok) throw new Error(info.error.message);
      const occurredAt = new Date(info.value.now).toISOString();
      return this.#write(step, intent.endpoint, params, { odometer: intent.value, occurredAt });
    }
    const body = { ...intent.body, ...(also?.in === 'body' ? named : {}) };
    return this.#write(step, intent.endpoint, params, body);
  }

  async #remember(step: number, { key, value }: Intent & { do: 'remember' }): Promise<void> {
    const told = await this.#core.call('desk.remember', { key, value });
    if (!told.ok) throw new Error(told.error.message);
    note({ is: 'kept', step, opId: null, targetId: null } satisfies Entry);
  }

  /** Answers what waits for a person: the record that a create became, a refused value. */
  async #attend(): Promise<void> {
    const asking = await this.#core.call('outbox.list', {
      states: ['NEEDS_USER'],
      offset: 0,
      limit: 200,
    });
    if (!asking.ok) throw new Error(asking.error.message);
    for (const op of asking.value.ops) await this.#answer(op);
  }

  async #answer(op: Op): Promise<void> {
    const [candidate, ...more] = op.candidates ?? [];
    const told = (how: Extract<Entry, { is: 'asked' }>['answer']): void =>
      note({ is: 'asked', opId: op.id, code: op.error?.code ?? '', answer: how } satisfies Entry);
    if (candidate !== undefined && more.length === 0) {
      told('linked');
      const decision = { remedy: 'link', id: candidate } as const;
      return agreed(await this.#core.call('outbox.decide', { opId: op.id, decision }));
    }
    if (op.error?.code === 'outbox.unverifiable' && candidate === undefined) {
      told('retried');
      const decision = { remedy: 'retry' } as const;
      return agreed(await this.#core.call('outbox.decide', { opId: op.id, decision }));
    }
    const body = JSON.parse(op.patch) as Body;
    const step = Number(String(body['regNo']).split('-')[1]);
    const intent = Number.isInteger(step) ? intentOf(this.#life.tag, step) : null;
    if (intent?.do !== 'createWrong') {
      throw new Error(`Nobody expected this question: ${JSON.stringify(op)}`);
    }
    told('corrected');
    const decision = { remedy: 'edit', body: corrected(intent) } as const;
    return agreed(await this.#core.call('outbox.decide', { opId: op.id, decision }));
  }

  async #open(): Promise<{ waiting: number; needsYou: number }> {
    const counts = await this.#core.call('outbox.counts', {});
    if (!counts.ok) throw new Error(counts.error.message);
    return counts.value;
  }

  /** Waits until nothing is open; answers what is asked meanwhile. */
  async #settle(busy: () => void): Promise<void> {
    for (;;) {
      const { waiting, needsYou } = await this.#open();
      if (waiting === 0 && needsYou === 0) break;
      if (needsYou > 0) {
        busy();
        await this.#attend();
      }
      await look();
    }
    note({ is: 'settled' } satisfies Entry);
  }
}

function agreed(answer: Result<unknown>): void {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
}

function look(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });
}
