/**
 * `node build/offlineTable.ts --write` puts into README.md, between its two marks, what works
 * without a network, what queues and what needs one, made from the contract table. A check fails
 * when it is out of date.
 */
import { format } from 'prettier';
import { catalogue } from '../shared/api/catalogue.ts';
import type { Endpoint, Offline, Section } from '../shared/api/endpoint.ts';
import { keepPage } from './keepPage.ts';

const START = '<!-- offline table: start -->';
const END = '<!-- offline table: end -->';

const areas: readonly [Section, string][] = [
  ['4.5', 'Vehicles and routes'],
  ['4.6', 'Areas'],
  ['4.3', 'People and accounts'],
  ['4.2', 'Devices, sensors, cameras'],
  ['4.4', 'Fuel'],
  ['4.7', 'Reports and forms'],
  ['4.1', 'Reference data and settings'],
  ['5', 'Signing in'],
];

const modes: readonly [Offline['is'], string][] = [
  ['mirror', 'works'],
  ['opened', 'works once opened'],
  ['queue', 'queues'],
  ['online', 'needs the network'],
];

function rowsOf(all: readonly Endpoint[]): string[] {
  return areas.flatMap(([section, area]) => {
    const inArea = all.filter((row) => row.section === section);
    const lines = modes.flatMap(([mode, words]) => {
      const titles = inArea.filter((row) => row.offline.is === mode).map(({ title }) => title);
      return titles.length === 0 ? [] : [`| ${words} | ${titles.length} | ${titles.join(' · ')} |`];
    });
    return lines.map((line, index) => `| ${index === 0 ? `**${area}**` : ''} ${line}`);
  });
}

function reasons(all: readonly Endpoint[]): string[] {
  return all.flatMap(({ title, offline }) =>
    offline.is === 'online' ? [`- ${title}: ${offline.why}`] : [],
  );
}

/** The part of the page between its marks, as Markdown. Every row of the catalogue is in it once. */
export function offlineTable(): string {
  const all: Endpoint[] = Object.values(catalogue);
  const listed = areas.flatMap(([section]) => all.filter((row) => row.section === section));
  if (listed.length !== all.length) throw new Error('An endpoint belongs to no area of the table.');
  const count = (mode: Offline['is']): number =>
    all.filter(({ offline }) => offline.is === mode).length;
  return [
    `Of the ${all.length} endpoints, ${count('mirror')} are answered from the mirror at any time, and` +
      ` ${count('opened')} more once`,
    `they were opened with a network; ${count('queue')} are writes that wait in the outbox;` +
      ` ${count('online')} need the network.`,
    '',
    '| Area | Without a network | Endpoints | Which |',
    '| --- | --- | --: | --- |',
    ...rowsOf(all),
    '',
    'Why some need the network:',
    '',
    ...reasons(all),
  ].join('\n');
}

/**
 * A page with the table between its marks, everything else as it is. Throws where the page lacks
 * the marks.
 */
export async function withOfflineTable(page: string): Promise<string> {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`README.md lacks “${START}” and “${END}”.`);
  const before = page.slice(0, start + START.length);
  const table = await format(offlineTable(), { parser: 'markdown', printWidth: 100 });
  return `${before}\n\n${table}\n${page.slice(end)}`;
}

if (import.meta.main) {
  await keepPage({
    page: 'README.md',
    script: 'build/offlineTable.ts',
    make: withOfflineTable,
  });
}
