/**
 * Fonts of scripts that Waybill brings none for, as they lie in packages of a public registry: each in
 * one version, with what its file is, so that nothing else can take its place.
 */

export interface OfferedFont {
  /** ISO 15924. */
  script: string;
  family: string;
  version: string;
  bytes: number;
  sha256: string;
}

/** All of them are under the SIL Open Font License 1.1. */
export const FONT_LICENCE = 'OFL-1.1';

export const OFFERED_FONTS: readonly OfferedFont[] = [
  {
    ...{ script: 'Armn', family: 'Noto Sans Armenian' },
    ...{ version: '0.4.2', bytes: 49_932 },
    sha256: '678a89f5dafb25b71ba5c323b428a579e4e664e9dc8c35b9f1d327d82fc9e5ba',
  },
  {
    ...{ script: 'Beng', family: 'Noto Sans Bengali' },
    ...{ version: '0.4.4', bytes: 141_064 },
    sha256: '6826d9667972f0f96e48c46f7a24e70afe97205032e6295cfb1f13fbbb8b90a3',
  },
  {
    ...{ script: 'Cher', family: 'Noto Sans Cherokee' },
    ...{ version: '0.4.2', bytes: 111_200 },
    sha256: 'b310a4ad86f71f0e848133c60a78d59be77863a0e6f4d414de1a4373dfb0c43f',
  },
  {
    ...{ script: 'Ethi', family: 'Noto Sans Ethiopic' },
    ...{ version: '0.4.2', bytes: 366_892 },
    sha256: '321ff186e0f066a46257c3008e8a22070720350a9d17f8a32d0d3da53f52e7a2',
  },
  {
    ...{ script: 'Geor', family: 'Noto Sans Georgian' },
    ...{ version: '0.4.3', bytes: 62_952 },
    sha256: '35b1dc2d78025505b6d4b7977960060fdb0a9a0dfb21c356fe8ca554172e8f00',
  },
  {
    ...{ script: 'Gujr', family: 'Noto Sans Gujarati' },
    ...{ version: '0.4.2', bytes: 175_148 },
    sha256: '7cc0f340be8ef8b63f92181fd5576a4b19631059fd6576c6fd5fcd40f1543610',
  },
  {
    ...{ script: 'Guru', family: 'Noto Sans Gurmukhi' },
    ...{ version: '0.4.1', bytes: 58_724 },
    sha256: '2b0fbe8d4cc2a18aa08c6f21d3924423c113fb7ec6d786a77c30cf1d3153c4c7',
  },
  {
    ...{ script: 'Knda', family: 'Noto Sans Kannada' },
    ...{ version: '0.4.3', bytes: 148_988 },
    sha256: '40e8188c98e3913aae2241d570b179fdc29fd90ecb6b5dc4376298bcbe45c38b',
  },
  {
    ...{ script: 'Khmr', family: 'Noto Sans Khmer' },
    ...{ version: '0.4.3', bytes: 105_696 },
    sha256: 'fff6f415386616d8d99c4f64b876e54e6e231dc0c007c87a61b254b3795957f9',
  },
  {
    ...{ script: 'Laoo', family: 'Noto Sans Lao' },
    ...{ version: '0.4.2', bytes: 53_076 },
    sha256: '0fb229c3a29c4c6e916b0ea27cb823aa9d899751c6306b6fca428b83feedf37d',
  },
  {
    ...{ script: 'Mlym', family: 'Noto Sans Malayalam' },
    ...{ version: '0.4.2', bytes: 106_808 },
    sha256: '68cbfeac7177700d87671f2a3bdb3db70fa26016e41cdac24e20877bf3736485',
  },
  {
    ...{ script: 'Mong', family: 'Noto Sans Mongolian' },
    ...{ version: '0.4.1', bytes: 388_820 },
    sha256: '7c0edce49dfc23a2f7b5697df7d73b0dad24c8bb751a1ea1a4b9b59fc849f481',
  },
  {
    ...{ script: 'Mymr', family: 'Noto Sans Myanmar' },
    ...{ version: '0.4.2', bytes: 183_164 },
    sha256: '52c27fe2643e3e34bae3b3d8865f6a2400e8c955d1adbe311979ea012116eb13',
  },
  {
    ...{ script: 'Orya', family: 'Noto Sans Oriya' },
    ...{ version: '0.4.2', bytes: 170_112 },
    sha256: 'ba383a603869b5874d88a51ccd9aa526aefd18130c497bae6ce25db09507dd6e',
  },
  {
    ...{ script: 'Sinh', family: 'Noto Sans Sinhala' },
    ...{ version: '0.4.2', bytes: 243_496 },
    sha256: '33a77b6965e5245f1bab858ead09e4789aaa8daa918f9e26e924b016a3e1d7bd',
  },
  {
    ...{ script: 'Syrc', family: 'Noto Sans Syriac' },
    ...{ version: '0.4.2', bytes: 84_320 },
    sha256: 'dfa870966a83a2440a0bb392fd6b39058e712c2ad493fbfadceea09d07191b8f',
  },
  {
    ...{ script: 'Taml', family: 'Noto Sans Tamil' },
    ...{ version: '0.4.3', bytes: 78_988 },
    sha256: 'f26d8b66bf6f38dd9af6326a52188fa1a8a0b9b2905c4bd7e07c865f65a85d79',
  },
  {
    ...{ script: 'Telu', family: 'Noto Sans Telugu' },
    ...{ version: '0.4.2', bytes: 179_900 },
    sha256: '7fcef235380f945d4a97fdfec030952afab6907004cfa37ed664fed8d4962eac',
  },
  {
    ...{ script: 'Thaa', family: 'Noto Sans Thaana' },
    ...{ version: '0.4.2', bytes: 47_260 },
    sha256: '71189ebea47ebfebeaa7ad3d1e54450efc419561e5323e3df9b12bf7681d271b',
  },
  {
    ...{ script: 'Tibt', family: 'Noto Serif Tibetan' },
    ...{ version: '0.4.2', bytes: 736_448 },
    sha256: '33bd11da711ad8fbf55e5df25f29e6ebdfce53424fb41d61c7c6b83c2ba948cf',
  },
];

/** What the file of a font is called, there and in the folder of fonts: `NotoSansTamil_400Regular.ttf`. */
export function fileOfFont({ family }: Pick<OfferedFont, 'family'>): string {
  return `${family.replaceAll(' ', '')}_400Regular.ttf`;
}

/** Where the file lies below the address of a server that gives files of packages. */
export function pathOfFont(font: Pick<OfferedFont, 'family' | 'version'>): string {
  const name = font.family.toLowerCase().replaceAll(' ', '-');
  return `npm/@expo-google-fonts/${name}@${font.version}/400Regular/${fileOfFont(font)}`;
}
