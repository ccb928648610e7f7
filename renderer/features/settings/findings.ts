import { hasPath } from '../../../shared/rules/jsonValue.ts';
import type { Output } from '../../bridge.ts';

export type Probed = NonNullable<Output<'session.profile'>['probed']>;
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
