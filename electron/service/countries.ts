/** Alpha-2 codes of ISO 3166-1, as one text of pairs. */
const COUNTRY_CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCN' +
  'COCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHM' +
  'HNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMK' +
  'MLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW' +
  'SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVI' +
  'VNVUWFWSYEYTZAZMZW';

/** Display names by code, in English. */
export function countryNames(): Record<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const codes = COUNTRY_CODES.match(/../g) ?? [];
  return Object.fromEntries(codes.map((code) => [code, names.of(code) ?? code]));
}

export interface TimeZone {
  readonly id: number;
  readonly name: string;
  /** `+02:00`, as of the asked instant. */
  readonly offset: string;
  readonly label: string;
}

/** A formatter for each IANA zone: making them all takes a tenth of a second. */
let formats: readonly (readonly [name: string, format: Intl.DateTimeFormat])[] | undefined;

function zoneFormats(): NonNullable<typeof formats> {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  return names.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
  ]);
}

/** The IANA zones with their offsets from UTC at an instant. */
export function timeZones(atMs: number): TimeZone[] {
  formats ??= zoneFormats();
  return formats.map(([name, format], index) => {
    const part = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName');
    const offset = (part?.value ?? 'GMT').slice('GMT'.length);
    const signed = offset === '' ? '+00:00' : offset;
    return { id: index + 1, name, offset: signed, label: `(UTC${signed}) ${name}` };
  });
}
