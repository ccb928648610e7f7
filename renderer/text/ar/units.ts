import { numberOf, pluralOf } from '../plural.ts';

const choose = pluralOf('ar');

/** المقادير بوحداتها، ومنذ متى كان الشيء؛ تأتي الأرقام مكتوبة. */
export const units = {
  feet: (amount: string) => `${amount} قدم`,
  metres: (amount: string) => `${amount} م`,
  miles: (amount: string) => `${amount} ميل`,
  kilometres: (amount: string) => `${amount} كم`,
  milesPerHour: (amount: string) => `${amount} ميل/س`,
  kilometresPerHour: (amount: string) => `${amount} كم/س`,
  seconds: (amount: string) => `${amount} ث`,
  minutes: (amount: string) => `${amount} د`,
  hours: (amount: string) => `${amount} س`,
  days: (amount: string) =>
    choose(numberOf(amount), {
      one: 'يوم واحد',
      two: 'يومين',
      few: `${amount} أيام`,
      many: `${amount} يومًا`,
      other: `${amount} يوم`,
    }),
  of: (amount: string, unit: string) => `${amount} ${unit}`,
  litre: 'ل',
  gallon: { us: 'غالون أمريكي', imperial: 'غالون إمبراطوري' },
  kmPerLitre: 'كم/ل',
  celsius: '°م',
  fahrenheit: '°ف',
  litresPer100Km: 'ل/100 كم',
  milesPerGallon: { us: 'ميل/غالون (أمريكي)', imperial: 'ميل/غالون (إمبراطوري)' },
  kilometre: 'كم',
  mile: 'ميل',
  metre: 'م',
  foot: 'قدم',
  squareMetre: 'م²',
  hectare: 'هكتار',
  squareKilometre: 'كم²',
  acres: 'فدان إنجليزي',
  squareMile: 'ميل²',
  now: 'الآن',
  ago: (time: string) => `قبل ${time}`,
  percent: (value: string) => `${value}٪`,
  kilobytes: (value: string) => `${value} ك.ب`,
  megabytes: (value: string) => `${value} م.ب`,
  gigabytes: (value: string) => `${value} غ.ب`,
};
