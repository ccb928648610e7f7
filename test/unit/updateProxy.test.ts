import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { goThroughProxy } from '../../electron/shell/updateProxy.ts';

type Updater = Parameters<typeof goThroughProxy>[0];

async function through(env: NodeJS.ProcessEnv) {
  const set: unknown[] = [];
  const updater = Object.assign(new EventEmitter(), {
    netSession: { setProxy: (config: unknown) => Promise.resolve(void set.push(config)) },
  });
  await goThroughProxy(updater as unknown as Updater, env);
  /** What a proxy, or a server, that asks for a password gets. */
  const login = (isProxy: boolean): unknown[] => {
    const answers: unknown[] = [];
    updater.emit('login', { isProxy }, (...given: unknown[]) => answers.push(given));
    return answers;
  };
  return { set, login };
}

describe('updates', () => {
  it('go through the proxy of the environment, with its name and password and none in the rules', async () => {
    const { set, login } = await through({
      HTTPS_PROXY: 'http://w%40y:p%3Aq@proxy.example:3128',
      no_proxy: 'updates.example,.inside.example',
    });
    expect(set).toEqual([
      {
        mode: 'fixed_servers',
        proxyRules: 'http://proxy.example:3128',
        proxyBypassRules: 'updates.example,.inside.example',
      },
    ]);
    // A server never gets it, and a proxy that refuses it is not asked for ever.
    expect([login(false), login(true), login(true)]).toEqual([[[]], [['w@y', 'p:q']], [[]]]);
  });

  it.each([[{}], [{ HTTPS_PROXY: 'socks5://proxy.example' }], [{ https_proxy: 'proxy:3128' }]])(
    'are left to the system where it names none (%j)',
    async (env) => {
      const { set, login } = await through(env);
      expect([set, login(true)]).toEqual([[], [[]]]);
    },
  );
});
