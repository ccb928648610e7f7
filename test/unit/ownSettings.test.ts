import { describe, expect, it } from 'vitest';
import { foundIn, matches, modifiedOf, shownOf } from '../../renderer/features/settings/own.ts';
import { attentionModified, cacheModified } from '../../renderer/features/settings/further.ts';
import { ATTENTION_AT_FIRST, GROUND_CACHE_AT_FIRST } from '../../shared/rules/delivered.ts';
import type { PreferenceValues } from '../../renderer/state/preferences.svelte.ts';

const DEFAULTS: PreferenceValues = {
  ...{ theme: 'system', contrast: 'system', density: 'comfortable', units: 'metric' },
  ...{ distance: 'units', speed: 'units', volume: 'units', consumption: 'units' },
  ...{ temperature: 'units' },
  ...{ zone: 'mine', words: 'system', language: 'service', accent: 'tenant', singleKeys: true },
  keys: '',
};

describe('one’s own settings', () => {
  it('are found by their name and by their choices, one by one', () => {
    expect(foundIn('appearance', 'miles')).toEqual(['units']);
    expect(foundIn('appearance', 'DARK')).toEqual(['theme']);
    expect(foundIn('appearance', 'time zone')).toEqual(['zone']);
    expect(foundIn('keyboard', 'single key')).toEqual(['singleKeys']);
    expect(foundIn('keyboard', 'verdict')).toEqual(['keys']);
    expect(matches('sign address', 'Sign in: server address')).toBe(true);
    expect(matches('sign token', 'Sign in: server address')).toBe(false);
  });

  it('are all shown where only their section is what was looked for', () => {
    expect([...shownOf('appearance', 'appearance', null)].sort()).toEqual(
      ['theme', 'contrast', 'accent', 'density', 'units', 'zone', 'words', 'language']
        .concat(['distance', 'speed', 'volume', 'consumption', 'temperature'])
        .sort(),
    );
    expect([...shownOf('appearance', 'miles', null)]).toEqual(['units']);
  });

  it('of the app and of its maps are among the modified ones, too', () => {
    const quiet = { ...ATTENTION_AT_FIRST, quiet: true, quietFrom: '20:00' };
    expect(attentionModified(quiet)).toEqual(['quiet', 'quietFrom']);
    expect([attentionModified(ATTENTION_AT_FIRST), attentionModified(null)]).toEqual([[], []]);
    expect(cacheModified({ ...GROUND_CACHE_AT_FIRST, ageDays: 7 })).toEqual(['ageDays']);
    expect(cacheModified(GROUND_CACHE_AT_FIRST)).toEqual([]);
  });

  it('that are not as they were delivered are told from the others', () => {
    expect(modifiedOf(DEFAULTS, DEFAULTS)).toEqual([]);
    const values = { ...DEFAULTS, units: 'imperial', singleKeys: false, keys: 'down:s' } as const;
    const modified = modifiedOf(values, DEFAULTS);
    expect(modified).toEqual(['units', 'singleKeys', 'keys']);
    expect([...shownOf('appearance', '', modified)]).toEqual(['units']);
    expect([...shownOf('appearance', 'theme', modified)]).toEqual([]);
    expect([...shownOf('keyboard', '', modified)]).toEqual(['singleKeys', 'keys']);
  });
});
