import { counted, nouns } from './count.ts';

/** الحرارة والرطوبة. */
export const climate = {
  tabs: { sensor: 'بحسب المستشعر', vehicle: 'بحسب المركبة' },
  series: 'المستشعر',
  shown: 'المستشعرات في المخطط',
  find: 'البحث عن مستشعر',
  most: (count: string) => `على الأكثر معًا: ${counted(count, nouns.sensor)}.`,
  temperature: 'درجة الحرارة',
  humidity: 'الرطوبة',
  relative: '٪ رطوبة نسبية',
  readings: 'القراءات',
  file: 'الحرارة والرطوبة',
  keys: 'تنقل مفاتيح الأسهم بين القراءات',
  none: 'لا قراءات من هذا النوع في هذه الأيام',
  nothing: 'لا قراءات في هذه الأيام',
  nothingOfOne: 'لم يُقرأ شيء منه في هذه الأيام. تعرض الأزرار أعلاه غيره.',
  nothingHint: 'تُقرأ مستشعرات الحرارة والرطوبة بعد إقرانها بجهاز.',
  limits: {
    table: (quantity: string) => `${quantity}: الحدود والزمن خارجها`,
    least: 'الأدنى',
    most: 'الأعلى',
    low: (unit: string) => `ليس دون (${unit})`,
    high: (unit: string) => `ليس فوق (${unit})`,
    lowOf: (quantity: string, sensor: string) => `${quantity} ليست دون، ${sensor}`,
    highOf: (quantity: string, sensor: string) => `${quantity} ليست فوق، ${sensor}`,
    outside: 'الزمن خارجها',
    unset: 'لا حد معيَّن',
    count: (count: number) => counted(count, nouns.time),
    stretch: (from: string, lasted: string, worst: string) => `${from}، ${lasted}، حتى ${worst}`,
    backwards: 'الحد الأدنى فوق الحد الأعلى.',
  },
};
