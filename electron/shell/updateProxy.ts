import type { ProxyConfig } from 'electron';
import type { AppUpdater } from 'electron-updater';

/** The proxy that updates go through, where the environment names one, as the core's requests do. */

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Proxy {
  config: ProxyConfig;
  name: string;
  password: string;
}

function proxyOf(env: NodeJS.ProcessEnv): Proxy | null {
  const named = (env['HTTPS_PROXY'] || env['https_proxy']) ?? '';
  const url = URL.canParse(named) ? new URL(named) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return {
    config: {
      mode: 'fixed_servers',
      proxyRules: `${url.protocol}//${url.host}`,
      proxyBypassRules: (env['NO_PROXY'] || env['no_proxy']) ?? '',
    },
    name: decoded(url.username),
    password: decoded(url.password),
  };
}

/** Has to be done before the first look; without a proxy in the environment the system's counts. */
export async function goThroughProxy(
  updater: Pick<AppUpdater, 'netSession' | 'on'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const proxy = proxyOf(env);
  let answered = false;
  updater.on('login', ({ isProxy }, answer) => {
    // Chromium remembers what was right; what was wrong would be asked for again for ever.
    if (isProxy && !answered && proxy !== null && proxy.name !== '') {
      answered = true;
      answer(proxy.name, proxy.password);
      // Without an answer the request would wait for one.
    } else (answer as (name?: string, password?: string) => void)();
  });
  if (proxy !== null) await updater.netSession.setProxy(proxy.config);
}
