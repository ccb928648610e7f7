import * as z from 'zod/mini';
import type { Call } from '../../shared/ipc/call.ts';
import { contract, type CallName, type Handlers } from '../../shared/ipc/contract.ts';
import { MOST_IMPORT_BYTES } from '../../shared/ipc/outbox.ts';
import { fail, type Result } from '../../shared/result.ts';
import { Refusal } from './db/refusal.ts';
import { isLargerThan } from './inputSize.ts';
import type { Log } from './ports.ts';
import { OTHER_ACCOUNT_OPEN, OWN_MISTAKE } from './refusals.ts';

/** The largest input of most calls is an imported file; the rest of a call needs little beside it. */
const MOST_INPUT_BYTES = MOST_IMPORT_BYTES + 1024 * 1024;

/**
 * The one door into the core. Names are looked up among own properties only, input and output are
 * parsed, and every failure is data: the returned function never rejects and never throws.
 *
 * Errors of its own: `ipc.unknownCall`, `ipc.inputTooLarge`, `ipc.invalidInput` (with messages by
 * field path), `account.other` where the call was meant for an account that is not the open one, and
 * `ipc.bug` where a handler threw or answered something that the contract does not know.
 *
 * @param openId of the account that is open; null while none is
 */
export function createDispatch(
  handlers: Handlers,
  log: Log,
  openId: () => string | null,
): (name: string, input: unknown) => Promise<Result<unknown>> {
  const bug = (name: string, cause: unknown): Result<never> => {
    // The class and the place only: a message may quote what the person typed.
    const error = cause instanceof Error ? cause.name : typeof cause;
    const at = cause instanceof Error ? placeOf(cause.stack) : '';
    log.write('error', 'call.bug', { name, error, at });
    return OWN_MISTAKE;
  };

  return async (name, input) => {
    if (typeof name !== 'string' || !isCallName(name)) {
      return fail({ kind: 'bug', code: 'ipc.unknownCall', message: 'Waybill has no such call.' });
    }
    const row: Call = contract[name];
    try {
      if (isLargerThan(input, row.mostBytes ?? MOST_INPUT_BYTES)) {
        return fail({
          kind: 'invalid',
          code: 'ipc.inputTooLarge',
          message: `The input of ${name} is larger than Waybill takes at once.`,
          safe: 'Nothing was changed.',
          next: 'editInput',
        });
      }
      const { account, own } = meantFor(input);
      const open = openId();
      if (isOfAccount(row) && account !== null && open !== null && open !== account) {
        return OTHER_ACCOUNT_OPEN;
      }
      const parsed = z.safeParse(row.input, own);
      if (!parsed.success) {
        return fail({
          kind: 'invalid',
          code: 'ipc.invalidInput',
          message: `The input of ${name} is not valid.`,
          safe: 'Nothing was changed.',
          next: 'editInput',
          fields: fieldsOf(parsed.error.issues),
        });
      }
      // The table types each handler with its own input; here they are all alike.
      const handler = handlers[name] as (value: unknown) => Promise<Result<unknown>>;
      const result = await handler(parsed.data);
      if (!result.ok) return result;
      const output = z.safeParse(row.output, result.value);
      if (output.success) return { ok: true, value: output.data };
      log.write('error', 'call.invalidOutput', {
        name,
        fields: Object.keys(fieldsOf(output.error.issues)).join(' '),
      });
      return bug(name, new TypeError('output'));
    } catch (cause) {
      return cause instanceof Refusal ? { ok: false, error: cause.error } : bug(name, cause);
    }
  };
}

function isOfAccount({ does, of }: Call): boolean {
  return (of ?? (does === 'write' ? 'account' : 'app')) === 'account';
}

/** The account that stands beside the input of a call, and that input; null where none is named. */
function meantFor(input: unknown): { account: string | null; own: unknown } {
  if (typeof input !== 'object' || input === null || !('account' in input)) {
    return { account: null, own: input };
  }
  const { account, ...own } = input;
  // What is no name stays, to be refused as something that no call knows.
  const isName = typeof account === 'string' || account === null || account === undefined;
  return isName ? { account: account ?? null, own } : { account: null, own: input };
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(contract, name);
}

/** Messages by dotted path; '' is the input as a whole. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of issues.slice(0, 50)) {
    const path = issue.path.map(String).join('.').slice(0, 200);
    fields.set(path, [...(fields.get(path) ?? []), issue.message.slice(0, 300)]);
  }
  return Object.fromEntries(fields);
}

/** The innermost line of a stack that names a file, without the folders before it. */
function placeOf(stack: string | undefined): string {
  return /([\w.-]+\.[tj]s:\d+:\d+)/.exec(stack ?? '')?.[1] ?? '';
}
