import { drawFrom, hashInts, hashText } from './random.ts';
import type { Draw } from './random.ts';
import type { PersonName, VehicleNames } from './types.ts';

/**
 * Names of people, firms and vehicles that do not exist. Everything that identifies a vehicle is
 * a function of its index alone, without repeats; the seed only changes how it looks.
 */

/** Syllables in several scripts; given names and family names are put together from them. */
const TONGUES: readonly {
  readonly given: readonly [readonly string[], readonly string[]];
  readonly family: readonly [readonly string[], readonly string[]];
}[] = [
  {
    given: [
      ['Mav', 'Ell', 'Jor', 'Tess', 'Ald', 'Rin'],
      ['ic', 'ora', 'en', 'aly', 'wyn', 'ko'],
    ],
    family: [
      ['Brand', 'Thorn', 'Quill', 'Marl', 'Fenn'],
      ['acre', 'olm', 'ister', 'gate', 'erby'],
    ],
  },
  {
    given: [
      ['Zdo', 'Wie', 'Mię', 'Łuc', 'Świ'],
      ['bor', 'mila', 'sław', 'jana', 'żyna'],
    ],
    family: [
      ['Brzęcz', 'Grzmo', 'Żółwi', 'Szczu', 'Krzew'],
      ['ański', 'towicz', 'niak', 'ecki'],
    ],
  },
  {
    given: [
      ['Αλκ', 'Ξαν', 'Φιλ', 'Θεα'],
      ['ίων', 'όρα', 'ίδης', 'άνα'],
    ],
    family: [
      ['Παλα', 'Καστρ', 'Μελισ', 'Δρυ'],
      ['νόπουλος', 'ινάκης', 'σηνός', 'μίδης'],
    ],
  },
  {
    given: [
      ['سم', 'نور', 'رها', 'زيد'],
      ['ان', 'ين', 'وى', 'ار'],
    ],
    family: [
      ['الرم', 'الدو', 'المر', 'الزه'],
      ['لاوي', 'راني', 'جاوي', 'ماري'],
    ],
  },
  {
    given: [
      ['Thuỷ ', 'Đăng ', 'Quế ', 'Bích '],
      ['Lộc', 'Hưởng', 'Ngân', 'Vỹ'],
    ],
    family: [
      ['Trườ', 'Đoà', 'Ngưu', 'Lươ'],
      ['ng', 'nh'],
    ],
  },
  {
    given: [
      ['Anne-', 'Bo', 'Ida-', 'Kaj'],
      ['Lovisa', 'rik', 'Maren', 'sa'],
    ],
    family: [
      ['van der ', 'Ó ', 'de la ', 'Sjö'],
      ['Wielenga', 'Faolchú', 'Torrenda', 'kvarn'],
    ],
  },
];

const FIRMS = [
  'Haulage',
  'Foods',
  'Cold Chain',
  'Building Supplies',
  'Couriers',
  'Laundry',
] as const;
const FORMS = ['Ltd', 'Group', '& Daughters', 'Cooperative', 'Partners'] as const;

const MODELS: readonly {
  readonly make: string;
  readonly models: readonly [string, ...string[]];
}[] = [
  { make: 'Korvan', models: ['Pico', 'Carrier 2', 'Carrier 3 Long'] },
  { make: 'Tessaro', models: ['Vela', 'Vela Max'] },
  { make: 'Huldra', models: ['T18', 'T26 Tipper', 'T40'] },
  { make: 'Ombrel', models: ['City Box', 'Frost Box'] },
];

const USES = ['Van', 'Truck', 'Frost', 'Service', 'Courier', 'Tipper'] as const;
const PLATE_LETTERS = 'ABCDEFGHKLMNPRSTUVXYZ';

const drawFor = (kind: string, seed: string, index: number): Draw =>
  drawFrom(hashInts(hashText(`${kind}:${seed}`), index));

const pickFrom = (draw: Draw, parts: readonly string[]): string =>
  parts[draw.integer(0, parts.length - 1)] ?? '';

/** A person's name; scripts and lengths take turns, so that a short list shows them all. */
export function personName(seed: string, index: number): PersonName {
  const draw = drawFor('person', seed, index);
  // Two of three names are in the town's own manner.
  const tongue = TONGUES[index % 3 === 2 ? 1 + (Math.floor(index / 3) % (TONGUES.length - 1)) : 0];
  if (tongue === undefined) throw new RangeError(`No person ${index}`);
  const word = (parts: readonly [readonly string[], readonly string[]]): string =>
    pickFrom(draw, parts[0]) + pickFrom(draw, parts[1]);
  const firstName = word(tongue.given);
  const lastName = word(tongue.family);
  return { firstName, lastName, fullName: `${firstName} ${lastName}` };
}

/** Name of a client or customer. */
export function companyName(seed: string, index: number): string {
  const draw = drawFor('company', seed, index);
  const own = TONGUES[0];
  const family =
    own === undefined ? '' : pickFrom(draw, own.family[0]) + pickFrom(draw, own.family[1]);
  return `${family} ${draw.pick(FIRMS)} ${draw.pick(FORMS)}`;
}

/** Registration, VIN, IMEI and looks of a vehicle; the three numbers differ for each index. */
export function vehicleNames(seed: string, index: number): VehicleNames {
  const draw = drawFor('vehicle', seed, index);
  const { make, models } = MODELS[draw.integer(0, MODELS.length - 1)] ?? {
    make: 'Korvan',
    models: ['Pico'] as const,
  };
  const year = draw.integer(2016, 2025);
  return {
    regNo: plate(index),
    vin: vin(index, year),
    make,
    model: draw.pick(models),
    year,
    imei: imei(index),
    label: `${draw.pick(USES)} ${String(index + 1).padStart(3, '0')}`,
  };
}

/** Three digits and two letters, 441 000 of them, scattered: neighbours do not look alike. */
function plate(index: number): string {
  const size = 1000 * PLATE_LETTERS.length ** 2;
  // 104 729 is prime and divides no size, so that the mapping never repeats within it.
  const n = (index * 104_729 + 7_331) % size;
  const letter = (i: number): string => PLATE_LETTERS[i % PLATE_LETTERS.length] ?? 'A';
  const rest = Math.floor(n / 1000);
  const digits = String(n % 1000).padStart(3, '0');
  const series = index < size ? 'WB' : `W${Math.floor(index / size) % 10}`;
  return `${series}-${digits}-${letter(Math.floor(rest / PLATE_LETTERS.length))}${letter(rest)}`;
}

const VIN_VALUES: Readonly<Record<string, number>> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const VIN_YEARS = 'GHJKLMNPRS';

/**
 * A 17-character vehicle number with a right check digit (ISO 3779 as used in North America).
 * Its manufacturer code starts with `00`, a region that is assigned to nobody.
 */
function vin(index: number, year: number): string {
  const serial = String(index % 1_000_000).padStart(6, '0');
  const body = `00WZWB10`;
  const tail = `${VIN_YEARS[year - 2016] ?? 'G'}X${serial}`;
  const draft = `${body}0${tail}`;
  const total = Array.from(draft).reduce(
    (sum, c, i) => sum + (VIN_VALUES[c] ?? Number(c)) * (VIN_WEIGHTS[i] ?? 0),
    0,
  );
  const check = total % 11 === 10 ? 'X' : String(total % 11);
  return `${body}${check}${tail}`;
}

/** A 15-digit device number in the range of test devices (`00 1 01 …`) with its Luhn digit. */
function imei(index: number): string {
  const digits = `00101739${String(index % 1_000_000).padStart(6, '0')}`;
  const total = Array.from(digits).reduce((sum, c, i) => {
    const doubled = Number(c) * (i % 2 === 1 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (total % 10)) % 10}`;
}
