import { hasPath } from '../../../shared/rules/jsonValue.ts';
import type { Output } from '../../bridge.ts';
import { text } from '../../text/en.ts';
import { plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';

type Probed = NonNullable<Output<'session.profile'>['probed']>;
export type Finding = Probed['findings'][number];
export type InUse = 'set' | 'found' | 'default';

/** Where a finding would stand in a profile. */
function pathOf(finding: Finding): readonly string[] {
  switch (finding.about) {
    case 'limit':
      return ['query', 'limit'];
    case 'page':
      return ['query', 'page'];
    case 'firstPage':
      return ['firstPage'];
    case 'pageSize':
      return ['pageSize'];
    case 'archived':
      return ['archived'];
    case 'envelope':
      return ['envelopes', finding.endpoint];
  }
}

/** Which of the three counts: what the person set, what was found, or the default. */
export function inUse(
  finding: Finding,
  probed: Pick<Probed, 'overrides'>,
  overrides: string,
): InUse {
  const path = pathOf(finding);
  if (hasPath(overrides, path)) return 'set';
  return hasPath(probed.overrides, path) ? 'found' : 'default';
}

/** Which of the three counts, in words. */
export function inUseWords(which: InUse): string {
  const words = text.settings.profile;
  return { set: words.asSet, found: words.asFound, default: words.asDefault }[which];
}

/** The findings as they leave. */
export function findingsSheet(probed: Probed, overrides: string): Cell[][] {
  const { columns, about, unknown } = text.settings.profile;
  return plainSheet<Finding>(
    [
      { title: columns.what, value: (one) => `${about[one.about]}: ${one.endpoint}` },
      { title: columns.used, value: ({ used }) => used },
      { title: columns.found, value: ({ found }) => found ?? unknown },
      { title: columns.inUse, value: (one) => inUseWords(inUse(one, probed, overrides)) },
    ],
    probed.findings,
  );
}
