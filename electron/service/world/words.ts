import type { Draw } from './random.ts';

/**
 * Names that belong to nobody: stems are put together from syllables that were made up for this
 * town, with an everyday word behind them. A writer never gives the same name twice.
 */
const ONSETS = [
  ...['V', 'Tr', 'Qu', 'Br', 'Sel', 'Dr', 'Kl', 'Or', 'Th', 'Zar', 'Fenn', 'Gw', 'Al', 'P', 'Hal'],
  ...['Nor', 'Sk', 'L', 'Mar', 'Ost', 'Ker', 'Fl', 'Jor', 'Un'],
];
const MIDDLES = [
  'ev',
  'ol',
  'im',
  'ay',
  'und',
  'ask',
  'eth',
  'orr',
  'ild',
  'esk',
  'av',
  'ett',
  'ul',
];
const ENDS = [
  'ara',
  'wick',
  'un',
  'oe',
  'mer',
  'ix',
  'ovar',
  'en',
  'and',
  'ley',
  'iss',
  'ona',
  'ey',
];

const STREETS = ['Street', 'Street', 'Street', 'Lane', 'Row', 'Road', 'Way', 'Walk'] as const;
const AVENUES = ['Avenue', 'Road', 'Causeway', 'Parade'] as const;
const DISTRICTS = ['', '', '', 'ford', ' Hill', ' Vale', ' Fields', ' Heath', ' Side'] as const;
const PARKS = ['Park', 'Gardens', 'Green', 'Commons'] as const;

export interface Namer {
  town(): string;
  street(): string;
  avenue(): string;
  district(): string;
  park(): string;
  /** A bare stem, for what carries a fixed word: a river, a lake, a depot. */
  stem(): string;
}

export function createNamer(draw: Draw): Namer {
  const used = new Set<string>();
  const pick = (parts: readonly string[]): string =>
    parts[Math.floor(draw.fraction() * parts.length)] ?? '';
  const stem = (): string => {
    for (;;) {
      const long = draw.chance(0.06);
      const name = pick(ONSETS) + pick(MIDDLES) + (long ? pick(MIDDLES) : '') + pick(ENDS);
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
  return {
    stem,
    town: stem,
    street: () => `${stem()} ${draw.pick(STREETS)}`,
    avenue: () => `${stem()} ${draw.pick(AVENUES)}`,
    district: () => `${stem()}${draw.pick(DISTRICTS)}`,
    park: () => `${stem()} ${draw.pick(PARKS)}`,
  };
}
