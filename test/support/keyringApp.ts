import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../../electron/core/adapters/clock.ts';
import { systemRandom } from '../../electron/core/adapters/random.ts';
import { systemSecrets } from '../../electron/shell/secrets.ts';

/**
 * The app as far as its keychain goes, in a process of its own: asked on standard input, one JSON text
 * in each line. It never prints a token, but what can be compared with one.
 */

export interface Ask {
  do: 'get' | 'set' | 'remove' | 'state';
  account: string;
  token: string;
}
export interface Told {
  state: string;
  backend: string;
  /** SHA-256 of the token that was got; null for none. */
  token: string | null;
}

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const secrets = systemSecrets({
  clock: systemClock(),
  random: systemRandom(),
  paths: { data: path.join(homedir(), 'waybill') },
  log: { write: (level, event, data) => print({ logged: [level, event, data ?? null] }) },
});

async function act({ do: what, account, token }: Ask): Promise<string | null> {
  switch (what) {
    case 'get': {
      const found = await secrets.get(account);
      return found === null ? null : createHash('sha256').update(found.token).digest('hex');
    }
    case 'set':
      await secrets.set(account, { token, refreshToken: null });
      return null;
    case 'remove':
      await secrets.remove(account);
      return null;
    case 'state':
      return null;
  }
}

secrets.onBack(() => print({ back: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const got = await act(JSON.parse(line) as Ask);
  print({ told: { state: secrets.state(), backend: secrets.backend(), token: got } });
}
// A call that hangs must not keep it.
process.exit(0);
