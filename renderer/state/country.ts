/**
 * Countries by their ISO 3166 codes, which the service lists with their names (specification,
 * section 2.2). The service does not tell how a country is dialled; that is ITU-T E.164.
 */

/** Country and digits, most of them one country each; longer digits count before shorter ones. */
const DIALLING = `
AC247 AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AZ994 BA387
BB1246 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375
BZ501 CA1 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357
CZ420 DE49 DJ253 DK45 DM1767 DO1809 DO1829 DO1849 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 FI358
FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1473 GE995 GF594 GG441481 GH233 GI350 GL299 GM220 GN224
GP590 GQ240 GR30 GT502 GU1671 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM441624
IN91 IO246 IQ964 IR98 IS354 IT39 JE441534 JM1876 JM1658 JO962 JP81 KE254 KG996 KH855 KI686 KM269
KN1869 KP850 KR82 KW965 KY1345 KZ76 KZ77 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352
LV371 LY218 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1670 MQ596 MR222
MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977
NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1787 PR1939 PS970 PT351 PW680
PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ4779 SK421
SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 TG228 TH66 TJ992
TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA379
VC1784 VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967 ZA27 ZM260 ZW263`;

const byCountry = new Map<string, string>();
const byDigits = new Map<string, string[]>();
for (const entry of DIALLING.trim().split(/\s+/)) {
  const [code, digits] = [entry.slice(0, 2), entry.slice(2)];
  if (!byCountry.has(code)) byCountry.set(code, digits);
  byDigits.set(digits, [...(byDigits.get(digits) ?? []), code]);
}
const LONGEST = Math.max(...[...byDigits.keys()].map(({ length }) => length));

/** `+48` for `PL`; null for a country that has no numbers of its own. */
export function diallingCode(country: string): string | null {
  const digits = byCountry.get(country.toUpperCase());
  return digits === undefined ? null : `+${digits}`;
}

/** The digits of a number that is written with its country: behind `+` or `00`; else null. */
function international(number: string): string | null {
  const digits = number.replace(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits.slice(1).replaceAll('+', '');
  return digits.startsWith('00') ? digits.slice(2).replaceAll('+', '') : null;
}

/** The dialling code that some digits begin with; empty where they begin with none. */
function dialledIn(digits: string): string {
  for (let length = Math.min(LONGEST, digits.length); length > 0; length -= 1) {
    if (byDigits.has(digits.slice(0, length))) return digits.slice(0, length);
  }
  return '';
}

/**
 * The country of a telephone number that is written with its dialling code; null where there is
 * none, or where several share it and `home` is none of them.
 */
export function countryOfNumber(number: string, home: string | null = null): string | null {
  const digits = international(number);
  const sharing = digits === null ? [] : (byDigits.get(dialledIn(digits)) ?? []);
  const [only] = sharing;
  if (only !== undefined && sharing.length === 1) return only;
  return home !== null && sharing.includes(home) ? home : null;
}

/** A number with the dialling code of a country before it, in place of the one that it had. */
export function withCountry(number: string, country: string): string {
  const code = diallingCode(country);
  if (code === null) return number;
  const typed = number.trim();
  const before = international(typed);
  if (before === null) return `${code} ${typed.replace(/^0(?=\d)/, '')}`.trimEnd();
  const old = dialledIn(before);
  // The old code goes digit by digit, whatever stands between them.
  let left = old.length;
  let rest = typed.replace(/^\s*(?:\+|00)/, '');
  while (left > 0 && rest !== '') {
    if (/\d/.test(rest.charAt(0))) left -= 1;
    rest = rest.slice(1);
  }
  return `${code} ${rest.trim()}`.trimEnd();
}

/**
 * What a country is called in a locale. In English the service's own name counts; in other
 * languages the one that this computer knows, and the service's where it knows none.
 */
export function countryName(code: string, listed: string | null, locale: string): string {
  const known = localName(code, locale);
  const inEnglish = new Intl.Locale(locale).language === 'en';
  return (inEnglish ? (listed ?? known) : (known ?? listed)) ?? code;
}

/** Names cost more to make than to use. */
const namesByLocale = new Map<string, Intl.DisplayNames>();

function localName(code: string, locale: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  let names = namesByLocale.get(locale);
  if (names === undefined) {
    names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    namesByLocale.set(locale, names);
  }
  return names.of(code.toUpperCase()) ?? null;
}
