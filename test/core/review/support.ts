import type { AccountContext } from '../../../electron/core/accountContext.ts';
import type { Store } from '../../../electron/core/database.ts';
import { reviewHandlers } from '../../../electron/core/handlers/review.ts';
import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { VirtualClock } from '../../support/virtualClock.ts';
import { freshStore, valueOf } from '../db/support.ts';
import { testPorts } from '../sync/support.ts';

export interface Reviewer {
  calls: HandlersOf<'review'>;
  store: Store;
  clock: VirtualClock;
  /** What was handed to the person. */
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** A desk of one person; nothing of it can reach a network. */
export async function reviewer(
  person: string,
  options: { store?: Store; service?: string; tenant?: string } = {},
): Promise<Reviewer> {
  const store = options.store ?? (await freshStore());
  const clock = virtualClock();
  const files: Reviewer['files'] = [];
  const ports = testPorts(clock);
  const never = (): never => {
    throw new Error('Reviews ask no service.');
  };
  const identity = {
    ...{ id: 'test', workspace: 'remote' as const, user: '7' },
    ...{ service: options.service ?? 'https://fleet.example', tenant: options.tenant ?? '1' },
  };
  const context = {
    ...{ identity, store, emit: () => undefined },
    ports: {
      ...ports,
      files: {
        save: async (name: string, _type: string, bytes: Uint8Array) => {
          files.push({ name, bytes: Uint8Array.from(bytes) });
          return ok({ outcome: 'file' as const, href: null, fileName: name });
        },
      },
    },
    get api() {
      return never();
    },
    get sync() {
      return never();
    },
  };
  const calls = reviewHandlers(() => context as unknown as AccountContext);
  valueOf(await calls['review.saveSetup']({ person }));
  return { calls, store, clock, files };
}

/** What people did to an answer. */
export const of = async ({ calls }: Reviewer, answerId: string) =>
  valueOf(await calls['review.get']({ answerId })).review;
