/**
 * `node build/reference.ts` prints the reference page of all endpoints, made from the contract
 * table; `--write` puts it into `shared/api/REFERENCE.md`. A check fails when the page is out of date.
 */
import { format } from 'prettier';
import { catalogue } from '../shared/api/catalogue.ts';
import type { Endpoint, MirrorEffect, Offline, Section } from '../shared/api/endpoint.ts';
import { methodOf, pathOf } from '../shared/api/endpoint.ts';
import { keepPage } from './keepPage.ts';

/** In the specification's order, with what each section is about. */
const sections: readonly [Section, string][] = [
  ['4.1', 'Reference data and settings (section 4.1)'],
  ['4.2', 'Devices, sensors and cameras (section 4.2)'],
  ['4.3', 'Accounts, users, drivers and resellers (section 4.3)'],
  ['4.4', 'Fuel (section 4.4)'],
  ['4.5', 'Vehicles and routes (section 4.5)'],
  ['4.6', 'Areas (section 4.6)'],
  ['4.7', 'Reports and forms (section 4.7)'],
  ['5', 'Log-in (left open by the specification)'],
];

function offlineText(offline: Offline): string {
  switch (offline.is) {
    case 'mirror':
      return 'from the mirror';
    case 'opened':
      return 'from the mirror, once opened';
    case 'queue':
      return 'waits in the outbox';
    case 'online':
      return `needs the network: ${offline.why}`;
  }
}

function mirrorText(mirror: MirrorEffect): string {
  switch (mirror.as) {
    case 'scan':
      return `complete list of ${mirror.entity}`;
    case 'record':
      return `one ${mirror.entity}`;
    case 'document':
      return 'kept whole, with its age';
    case 'none':
      return '–';
  }
}

/** The page as Markdown, formatted as the project's other pages are. */
export async function referencePage(): Promise<string> {
  const rows: [string, Endpoint][] = Object.entries(catalogue);
  const parts = sections.map(([section, heading]) => {
    const table = rows
      .filter(([, row]) => row.section === section)
      .map(([name, row]) => {
        const fixed = Object.entries(row.fixedQuery ?? {}).map(([key, value]) => `${key}=${value}`);
        const query = fixed.length > 0 ? `?${fixed.join('&')}` : '';
        const at = `${methodOf(row)} ${pathOf(row)}${query}`;
        const cells = [
          `\`${name}\``,
          `\`${at}\``,
          row.title,
          offlineText(row.offline),
          mirrorText(row.mirror),
          row.permission === undefined ? '–' : `\`${row.permission}\``,
        ];
        return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
      });
    if (table.length === 0) throw new Error(`Section ${section} has no rows.`);
    const head = '| Name | Endpoint | What it does | Without a network | Mirror | Permission |';
    return [`## ${heading}`, '', head, '|---|---|---|---|---|---|', ...table].join('\n');
  });
  const intro = [
    '# Endpoints',
    '',
    `All ${rows.length} rows of the contract table in \`shared/api\`, by section of the interface`,
    'specification. Made from that table by `node build/reference.ts --write`; a check fails when',
    'this page is out of date.',
  ].join('\n');
  return format([intro, ...parts].join('\n\n'), { parser: 'markdown', printWidth: 100 });
}

if (import.meta.main) {
  await keepPage({
    page: 'shared/api/REFERENCE.md',
    script: 'build/reference.ts',
    make: referencePage,
  });
}
