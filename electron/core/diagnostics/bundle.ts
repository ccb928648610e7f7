import os from 'node:os';
import type { AccountContext } from '../accountContext.ts';
import type { Notebook, Ports, Timing } from '../ports.ts';
import { lineOf } from './notebook.ts';

/** The diagnostic bundle: what whoever looks into a mistake needs, and nothing of a fleet. */

export interface BundleFile {
  name: string;
  text: string;
}

/** What the bundle is made of. */
export interface Sources {
  ports: Pick<Ports, 'clock' | 'secrets' | 'host' | 'version' | 'policy'>;
  account: AccountContext | null;
  notebook: Notebook;
  /** Lines that were kept of this start and earlier ones. */
  log: string;
}

const lines = (parts: readonly (string | null)[]): string =>
  `${parts.filter((part) => part !== null).join('\n')}\n`;

/** What the policy is about, without the addresses that it names. */
function policyWords(policy: Ports['policy']): string {
  if (policy === undefined || policy.state === 'none') return 'none';
  const { state, servers, exports, localWorkspace } = policy;
  return [
    state === 'broken' ? 'broken' : 'in force',
    `servers ${servers === null ? 'all' : String(servers.length)}`,
    `exports ${exports === null ? 'all' : exports.join(' ') || 'none'}`,
    `local workspace ${localWorkspace ? 'allowed' : 'refused'}`,
  ].join(', ');
}

function about({ ports, account }: Sources): string {
  const versions = new Map(Object.entries(process.versions));
  const part = (name: string): string => versions.get(name) ?? '';
  const memory = process.memoryUsage();
  const mega = (bytes: number): string => `${String(Math.round(bytes / 1e6))} MB`;
  return lines([
    `Waybill ${ports.version} (${ports.host}), ${new Date(ports.clock.now()).toISOString()}`,
    `System: ${process.platform} ${os.release()} ${process.arch}`,
    versions.has('electron') ? `Electron ${part('electron')}, Chromium ${part('chrome')}` : null,
    `Node ${part('node')}, V8 ${part('v8')}`,
    `Processors: ${String(os.availableParallelism())}, memory: ${mega(os.totalmem())}, free: ${mega(os.freemem())}`,
    `Memory of the app: ${mega(memory.rss)}, of its objects: ${mega(memory.heapUsed)}`,
    `Running for ${String(Math.round(process.uptime()))} s`,
    `Tokens: ${ports.secrets.state()} (${ports.secrets.backend()})`,
    `Policy: ${policyWords(ports.policy)}`,
    `Account: ${account === null ? 'none' : account.identity.workspace}`,
    account === null ? null : `Connection: ${account.connection.current().state}`,
  ]);
}

function timingLine({ event, of, count, lastMs, longestMs, at }: Timing): string {
  const when = new Date(at).toISOString();
  const name = of === '' ? event : `${event} ${of}`;
  return `${name}: last ${String(lastMs)} ms, longest ${String(longestMs)} ms, ${String(count)} ×, ${when}`;
}

async function outboxOf(account: AccountContext | null): Promise<string> {
  if (account === null) return 'No account is open.\n';
  const states = await account.store.read('outbox.counts', null);
  const counts = Object.entries(states).map(([state, count]) => `${state}: ${String(count)}`);
  return lines(['Writes by their state:', ...counts]);
}

/** The files of the bundle. Nothing in them names a person, a record, a place or an address. */
export async function bundleOf(sources: Sources): Promise<BundleFile[]> {
  const { notebook, account, log } = sources;
  return [
    { name: 'about.txt', text: about(sources) },
    { name: 'timings.txt', text: lines(notebook.timings().map(timingLine)) },
    { name: 'outbox.txt', text: await outboxOf(account) },
    { name: 'problems.txt', text: lines(notebook.problems().map(lineOf)) },
    { name: 'slow-queries.txt', text: lines(notebook.slow().map(lineOf)) },
    { name: 'log.txt', text: log },
  ];
}
