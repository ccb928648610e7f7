import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { Ask, Told } from './keyringApp.ts';

/** A session of Linux with a bus and a keyring of its own, away from the person's. */

/** Nothing is started by the bus itself: what is not running is not there, and nobody is asked. */
const busConfig = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

const PASSWORD = 'of-the-made-up-person';
/** Of gnome-keyring’s own protocol, which PAM speaks too. */
const UNLOCK = 1;
const SOON = { timeout: 60_000, interval: 20 };

/** The app in a process of its own. */
export interface KeyringApp {
  ask(what: Ask['do'], account?: string, token?: string): Promise<Told>;
  /** What it logged, such as `keychain.locked`. */
  logged(): string[];
  /** Resolves once it tells that the keychain is back. */
  back(): Promise<unknown>;
  end(): Promise<void>;
}

export class Keyring {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-keyring-'));
  /** What was started, with its end. */
  readonly #started = new Map<ChildProcessWithoutNullStreams, Promise<unknown>>();
  #output = '';
  #daemon: ChildProcessWithoutNullStreams | null = null;

  get #env(): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return {
      ...(PATH === undefined ? {} : { PATH }),
      HOME: this.#folder,
      XDG_DATA_HOME: path.join(this.#folder, 'data'),
      XDG_RUNTIME_DIR: path.join(this.#folder, 'run'),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(this.#folder, 'bus')}`,
      // The app is started dozens of times: what was made of its sources once is enough.
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'waybill-keyring-compiled'),
    };
  }

  #spawn(program: string, args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(program, args, { env: this.#env, stdio: 'pipe' });
    this.#started.set(child, once(child, 'exit'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (this.#output += text.toString()));
    }
    return child;
  }

  async startBus(): Promise<void> {
    mkdirSync(path.join(this.#folder, 'run'), { mode: 0o700 });
    const socket = path.join(this.#folder, 'bus');
    const config = path.join(this.#folder, 'bus.conf');
    writeFileSync(config, busConfig(socket));
    this.#spawn('dbus-daemon', [`--config-file=${config}`, '--nofork']);
    await expect.poll(() => existsSync(socket), SOON).toBe(true);
  }

  /** Starts the keyring's daemon, over what it kept before. */
  async start(as: 'open' | 'locked'): Promise<void> {
    const unlock = as === 'open' ? ['--unlock'] : [];
    const daemon = this.#spawn('gnome-keyring-daemon', [
      ...['--foreground', '--components=secrets'],
      ...unlock,
    ]);
    this.#daemon = daemon;
    daemon.stdin.end(as === 'open' ? PASSWORD : '');
    await expect.poll(() => this.#answers(), SOON).toBe(true);
  }

  async #answers(): Promise<boolean> {
    const app = this.app();
    try {
      return (await app.ask('get', 'nobody')).backend === 'keychain';
    } finally {
      await app.end();
    }
  }

  async kill(): Promise<void> {
    const daemon = this.#daemon;
    if (daemon === null) return;
    daemon.kill('SIGKILL');
    await this.#started.get(daemon);
    // What is left of it would be taken for a daemon that runs.
    rmSync(path.join(this.#folder, 'run', 'keyring'), { recursive: true, force: true });
  }

  /** Opens the keyring of the daemon that runs, as signing in to the computer does. */
  async unlock(): Promise<void> {
    const socket = net.connect(path.join(this.#folder, 'run', 'keyring', 'control'));
    const number = (value: number): Buffer => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    // A byte for the credentials; then the length, the word for unlocking, and the password.
    const word = [number(UNLOCK), number(PASSWORD.length), Buffer.from(PASSWORD)];
    const length = 4 + Buffer.concat(word).length;
    socket.write(Buffer.concat([Buffer.alloc(1), number(length), ...word]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.readUInt32BE(4), 'the keyring was not opened').toBe(0);
  }

  pause(): void {
    this.#daemon?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#daemon?.kill('SIGCONT');
  }

  app(): KeyringApp {
    const child = this.#spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      path.join(import.meta.dirname, 'keyringApp.ts'),
    ]);
    const asked: ((told: Told) => void)[] = [];
    const logged: string[] = [];
    const back = Promise.withResolvers<undefined>();
    const ended = this.#started.get(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { told?: Told; logged?: string[]; back?: true };
      if (said.told !== undefined) asked.shift()?.(said.told);
      if (said.logged !== undefined) logged.push(said.logged[1] ?? '');
      if (said.back) back.resolve(undefined);
    });
    return {
      ask: (what, account = '', token = '') =>
        new Promise((resolve, reject) => {
          asked.push(resolve);
          child.once('exit', () => reject(new Error(this.#output)));
          const order: Ask = { do: what, account, token };
          child.stdin.write(`${JSON.stringify(order)}\n`);
        }),
      logged: () => logged,
      back: () => back.promise,
      async end() {
        child.stdin.end();
        await ended;
      },
    };
  }

  /** All that was printed by anybody, and all that lies on the disk. */
  traces(): string {
    const files = readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    return [this.#output, ...files].join('\n');
  }

  /** Whether the keyring keeps anything at all on the disk. */
  holdsFile(): boolean {
    return existsSync(path.join(this.#folder, 'data', 'keyrings', 'login.keyring'));
  }

  async end(): Promise<void> {
    this.goOn();
    for (const child of this.#started.keys()) child.kill('SIGKILL');
    await Promise.all(this.#started.values());
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
