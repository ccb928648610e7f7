/**
 * Colours of the chart. The ground is the map's own, muted so that only the fleet is colourful;
 * what stands on it (states, text, accent) comes from the tokens of the desk, so that high
 * contrast and a person's own style sheet reach the map too.
 */
export interface Ground {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly coast: string;
  readonly industrial: string;
  readonly park: string;
  readonly water: string;
  readonly waterText: string;
  readonly street: string;
  readonly streetCase: string;
  readonly arterial: string;
  readonly arterialCase: string;
  readonly motorway: string;
  readonly motorwayCase: string;
  readonly streetText: string;
  readonly districtText: string;
  readonly halo: string;
}

export interface Palette {
  readonly theme: 'light' | 'dark';
  /** Whether somebody asks for more contrast. */
  readonly contrast: boolean;
  readonly ground: Ground;
  /** By the names of POSITION_STATUSES. */
  readonly status: Readonly<
    Record<'driving' | 'idling' | 'stopped' | 'offline' | 'unknown', string>
  >;
  readonly text: string;
  readonly accent: string;
  /** The edge that sets a mark off from whatever is under it. */
  readonly halo: string;
  /** Inside of hollow marks and of clusters. */
  readonly surface: string;
  /** Areas that have no colour of their own, or one that is no colour. */
  readonly area: string;
}

const LIGHT: Ground = {
  sea: '#dbe6ea',
  land: '#f3f2ec',
  border: '#c3bfb2',
  coast: '#b9c9cf',
  industrial: '#eae7e0',
  park: '#e0e9d8',
  water: '#cfdfe6',
  waterText: '#4f7484',
  street: '#ffffff',
  streetCase: '#dedbd1',
  arterial: '#fffdf6',
  arterialCase: '#c2bcab',
  motorway: '#f3e9d2',
  motorwayCase: '#b5a884',
  streetText: '#66655c',
  districtText: '#5b5f5c',
  halo: '#f7f6f1',
};

const DARK: Ground = {
  sea: '#0a171d',
  land: '#12191c',
  border: '#3a464b',
  coast: '#24343b',
  industrial: '#1a2226',
  park: '#15241e',
  water: '#0d2733',
  waterText: '#6f98aa',
  street: '#222c31',
  streetCase: '#0f1518',
  arterial: '#313d43',
  arterialCase: '#0d1315',
  motorway: '#444f4a',
  motorwayCase: '#0b1012',
  streetText: '#8b989d',
  districtText: '#a3afb3',
  halo: '#10171a',
};

/** The ground by theme. */
export const GROUNDS: Readonly<Record<'light' | 'dark', Ground>> = { light: LIGHT, dark: DARK };

/** Reads the palette from the tokens on the root element. */
export function readPalette(): Palette {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const dark = root.dataset['theme'] === 'dark';
  const theme = dark ? 'dark' : 'light';
  return {
    theme,
    contrast: root.dataset['contrast'] === 'more',
    ground: GROUNDS[theme],
    status: {
      driving: token('--state-driving'),
      idling: token('--state-idling'),
      stopped: token('--state-stopped'),
      offline: token('--state-offline'),
      unknown: token('--state-unknown'),
    },
    text: token('--text-1'),
    accent: token('--accent'),
    halo: dark ? '#0a0f11' : '#ffffff',
    surface: token('--surface-1'),
    area: token('--accent'),
  };
}

/** Calls back whenever theme or contrast changes; returns the function that stops. */
export function watchPalette(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast'],
  });
  return () => observer.disconnect();
}
