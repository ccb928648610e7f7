import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flavourOf } from '../../renderer/map/ground/flavour.ts';
import { glyphColour } from '../../renderer/map/layers/badges.ts';
import { STRENGTH } from '../../renderer/map/layers/marks.ts';
import { GROUNDS } from '../../renderer/map/palette.ts';
import type { Palette } from '../../renderer/map/palette.ts';

const css = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8');

/** The hex value of a token in a theme's block. */
function token(theme: 'light' | 'dark', name: string): string {
  const block = css.split(`:root[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? '';
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1];
  if (value === undefined) throw new Error(`No token --${name} in the ${theme} theme.`);
  return value;
}

const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours (WCAG 2.2). */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const mixed = (a: readonly number[], b: readonly number[], share: number): number[] =>
  a.map((value, i) => value * share + (b[i] ?? 0) * (1 - share));

/** A palette of a theme as far as grounds and plates need it. */
function plain(theme: 'light' | 'dark'): Palette {
  const [surface, text] = [token(theme, 'surface-1'), token(theme, 'text-1')];
  return {
    ...{ theme, contrast: false, ground: GROUNDS[theme] },
    status: { driving: '', idling: '', stopped: '', offline: '', unknown: '' },
    ...{ text, accent: text, halo: surface, surface, area: text },
  };
}

describe('map: contrast', () => {
  const themes = ['light', 'dark'] as const;
  const states = ['driving', 'idling', 'stopped', 'offline', 'unknown'] as const;
  const grounds = ['land', 'industrial', 'park', 'water', 'street', 'arterial'] as const;

  it.each(themes)('keeps marks at 3:1 on every ground, faded or not (%s)', (theme) => {
    const old = channels(token(theme, 'state-offline'));
    for (const state of states) {
      for (const strength of STRENGTH) {
        const mark = mixed(channels(token(theme, `state-${state}`)), old, strength);
        for (const ground of grounds) {
          const ratio = contrast(mark, channels(GROUNDS[theme][ground]));
          expect(ratio, `${state} at ${String(strength)} on ${ground}`).toBeGreaterThanOrEqual(3);
        }
      }
    }
  });

  it.each(themes)('keeps names at 4.5:1 against their halo (%s)', (theme) => {
    const ground = GROUNDS[theme];
    const halo = channels(ground.halo);
    for (const name of [ground.streetText, ground.districtText, ground.waterText]) {
      expect(contrast(channels(name), halo), name).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(channels(token(theme, 'text-1')), halo)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(themes)(
    'draws a base map strongly where somebody asks for more contrast (%s)',
    (theme) => {
      const ground = GROUNDS[theme];
      const flavour = (more: boolean) => flavourOf({ ...plain(theme), contrast: more });
      const [strong, quiet] = [flavour(true), flavour(false)];
      // The same layers: a map that is open changes its colours, and is not built anew.
      expect(Object.keys(strong).sort()).toEqual(Object.keys(quiet).sort());
      const edges = [
        'minor_casing',
        'link_casing',
        'major_casing_late',
        'highway_casing_late',
      ] as const;
      for (const under of [ground.land, ground.park, ground.industrial]) {
        for (const name of [...edges, 'bridges_major_casing', 'tunnel_minor_casing'] as const) {
          expect(contrast(channels(strong[name]), channels(under)), name).toBeGreaterThanOrEqual(3);
        }
        const border = contrast(channels(strong.boundaries), channels(under));
        expect(border).toBeGreaterThanOrEqual(7);
        expect(contrast(channels(strong.railway), channels(under))).toBeGreaterThanOrEqual(3);
      }
      const named = [
        [strong.roads_label_minor, strong.roads_label_minor_halo],
        [strong.roads_label_major, strong.roads_label_major_halo],
        [strong.city_label, strong.city_label_halo],
        [strong.subplace_label, strong.subplace_label_halo],
        [strong.state_label, strong.state_label_halo],
        [strong.country_label, strong.city_label_halo],
        [strong.ocean_label, ground.sea],
      ] as const;
      for (const [ink, halo] of named) {
        expect(contrast(channels(ink), channels(halo))).toBeGreaterThanOrEqual(7);
      }
      // Without that wish the fleet is what stands out.
      expect(contrast(channels(quiet.minor_casing), channels(ground.land))).toBeLessThan(3);
    },
  );

  it.each(themes)(
    'keeps pictures of types at 3:1 on their plate, whatever their colour (%s)',
    (theme) => {
      const [surface, text] = [token(theme, 'surface-1'), token(theme, 'text-1')];
      const palette = plain(theme);
      const plate = channels(surface);
      for (const own of ['#ffffff', '#000000', '#d9f99d', '#0e7490', '#1f9d55', 'tomato', null]) {
        const colour = glyphColour(own, palette);
        expect(contrast(channels(colour), plate), String(own)).toBeGreaterThanOrEqual(3);
        const stands = own?.startsWith('#') === true && contrast(channels(own), plate) >= 3;
        expect(colour).toBe(stands ? own : text);
      }
      for (const state of states) {
        const edge = channels(token(theme, `state-${state}`));
        expect(contrast(edge, plate), state).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
