import { namedFlavor } from '@protomaps/basemaps';
import type { Flavor } from '@protomaps/basemaps';
import type { Ground, Palette } from '../palette.ts';

/** What high contrast draws stronger than the colours of the ground. */
interface Ink {
  /** The edge of every road. */
  readonly edge: string;
  readonly border: string;
  readonly text: string;
  readonly halo: string;
}

const STRONG: Readonly<Record<'light' | 'dark', Ink>> = {
  light: { edge: '#6f6a5d', border: '#4a463c', text: '#000000', halo: '#ffffff' },
  dark: { edge: '#8d9aa0', border: '#b4c0c5', text: '#ffffff', halo: '#000000' },
};

function roads({ ground, theme }: Palette, ink: Ink | null): Partial<Flavor> {
  const { street, arterial, motorway } = ground;
  // From afar a road is hardly more than its edge, and a dark one would vanish on dark ground.
  const [minor, major, highway] =
    theme === 'dark'
      ? [street, arterial, motorway]
      : [ground.streetCase, ground.arterialCase, ground.motorwayCase];
  return roadColours(ground, [ink?.edge ?? minor, ink?.edge ?? major, ink?.edge ?? highway]);
}

/** Roads over ground, in tunnels and on bridges look alike; a bridge shows by its place. */
function roadColours(
  { street, arterial, motorway }: Ground,
  [minor, major, highway]: readonly [string, string, string],
): Partial<Flavor> {
  return {
    ...{ other: street, minor_service: street, minor_a: street, minor_b: street },
    ...{ minor_service_casing: minor, minor_casing: minor },
    ...{ link: arterial, link_casing: major },
    ...{ major: arterial, major_casing_early: major, major_casing_late: major },
    ...{ highway: motorway, highway_casing_early: highway, highway_casing_late: highway },
    ...{ tunnel_other: street, tunnel_minor: street, tunnel_link: arterial },
    ...{ tunnel_major: arterial, tunnel_highway: motorway },
    ...{ tunnel_other_casing: minor, tunnel_minor_casing: minor, tunnel_link_casing: major },
    ...{ tunnel_major_casing: major, tunnel_highway_casing: highway },
    ...{ bridges_other: street, bridges_minor: street, bridges_link: arterial },
    ...{ bridges_major: arterial, bridges_highway: motorway },
    ...{ bridges_other_casing: minor, bridges_minor_casing: minor, bridges_link_casing: major },
    ...{ bridges_major_casing: major, bridges_highway_casing: highway },
  };
}

function surfaces({ land, park, industrial, water, sea }: Ground): Partial<Flavor> {
  return {
    ...{ background: sea, earth: land, water: sea === water ? water : sea },
    ...{ park_a: park, park_b: park, wood_a: park, wood_b: park, scrub_a: park, scrub_b: park },
    ...{ zoo: park, military: industrial, industrial, aerodrome: industrial, hospital: industrial },
    ...{ school: industrial, pedestrian: industrial, pier: industrial, buildings: industrial },
    ...{ runway: industrial, beach: land, sand: land, glacier: land },
    landcover: {
      ...{ grassland: land, barren: land, farmland: land, glacier: land, scrub: land },
      ...{ forest: park, urban_area: industrial },
    },
  };
}

function names(ground: Ground, ink: Ink | null): Partial<Flavor> {
  const halo = ink?.halo ?? ground.halo;
  const [street, place, water] = [
    ink?.text ?? ground.streetText,
    ink?.text ?? ground.districtText,
    ink?.text ?? ground.waterText,
  ];
  return {
    ...{ roads_label_minor: street, roads_label_major: street, address_label: street },
    ...{ roads_label_minor_halo: halo, roads_label_major_halo: halo, address_label_halo: halo },
    ...{ ocean_label: water, city_label: place, subplace_label: place, state_label: place },
    ...{ country_label: place },
    ...{ city_label_halo: halo, subplace_label_halo: halo, state_label_halo: halo },
  };
}

/**
 * The colours of the built-in ground for maps in the Protomaps schema: marks keep their contrast on
 * both. Points of interest are left out, so that the fleet alone is colourful.
 */
export function flavourOf(palette: Palette): Flavor {
  const { ground, theme, contrast } = palette;
  const ink = contrast ? STRONG[theme] : null;
  const { pois: _, ...base } = namedFlavor(theme);
  return {
    ...base,
    ...surfaces(ground),
    ...roads(palette, ink),
    ...names(ground, ink),
    railway: ink?.edge ?? ground.arterialCase,
    boundaries: ink?.border ?? ground.border,
  };
}
