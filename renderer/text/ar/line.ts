import { line as english } from '../en/line.ts';
import { counted, nouns } from './count.ts';

/** السطر المكتوب. أسماء الأوامر واحدة في كل اللغات، ليمكن تمرير السطور بين الناس. */
export const line = {
  words: english.words,
  section: 'تنفيذ',
  history: 'كُتب من قبل',
  takes: {
    shape: 'circle 41.05 -2.31 200m',
  },
  which: (kind: string) => `ما المقصود: ${kind}؟`,
  none: (kind: string, typed: string) => `${kind}: لا شيء اسمه «${typed}».`,
  several: (count: string, typed: string) => `يطابق «${typed}» ${count}. ما المقصود؟`,
  needs: (field: string) => `ينقص: ${field}.`,
  noField: (name: string, known: string) => `لا حقل اسمه «${name}». الحقول: ${known}.`,
  wrongField: (field: string, why: string) => `${field}: ${why}`,
  saysNothing: (known: string) => `اذكر ما يتغير، مثل field=value. الحقول: ${known}.`,
  changesNothing: 'هو كذلك من قبل.',
  twice: (field: string) => `ذُكر ${field} مرتين.`,
  tooMuch: (rest: string) => `«${rest}» غير مفهوم.`,
  oneOf: (options: string) => `واحد من ${options}`,
  ambiguousNumber: (typed: string) =>
    `يُقرأ «${typed}» على وجهين. اكتبه بلا فاصلة ولا نقطة، وبالأمتار عند الحاجة.`,
  noDistance: 'رقم مع km أو mi أو m.',
  otherAccount: {
    message: 'فُتح حساب آخر في هذه الأثناء.',
    safe: 'لم يُرسل شيء. يُقرأ السطر من جديد لذلك الحساب.',
  },
  shape: {
    kind: 'أي شكل؟ circle أو rectangle أو polygon أو polyline.',
    place: 'ينقص موضع: العرض والطول، مثل 41.05 -2.31.',
    radius: 'ينقص نصف القطر، مثل 200m.',
    points: (count: number) => `يحتاج على الأقل إلى ${counted(count, nouns.place)}.`,
    wrong: 'لا يُرسم من هذه المواضع شكل.',
  },
  notAssigned: (vehicle: string) => `لا سائق للمركبة ${vehicle}.`,
  archivedAlready: (name: string) => `${name} مؤرشف من قبل.`,
  notArchived: (name: string) => `${name} ليس مؤرشفًا.`,
  notDeleted: (name: string) => `${name} ليس محذوفًا.`,
  inVehicle: (device: string, vehicle: string) => `${device} في ${vehicle}. يجب فكه أولًا.`,
  inNoVehicle: (device: string) => `${device} ليس في أي مركبة.`,
  hasDevice: (vehicle: string, device: string) => `في ${vehicle} الجهاز ${device}. يجب فكه أولًا.`,
  driverOf: (driver: string) => `مركبة ${driver}`,
  of: (title: string, name: string) => `${title}: ${name}`,
  done: (count: number) => `أُضيف إلى الصادر: ${counted(count, nouns.write)}`,
  irreversible: 'لا يمكن التراجع عنه.',
  hint: 'Enter للتنفيذ',
  lines: {
    line: (n: string) => `السطر ${n}`,
    title: 'عدة سطور',
    label: 'أمر في كل سطر',
    check: 'تحقق',
    checking: (done: string, all: string) => `قراءة ${done} من ${all}…`,
    understood: (count: number, all: number) =>
      `فُهم ${String(count)} من ${counted(all, nouns.line)}. لا يُرسل شيء قبل أن تُفهم كلها.`,
    send: (count: number) => `تنفيذ ${counted(count, nouns.line)}`,
    tooMany: (most: string) =>
      `على الأكثر معًا: ${counted(most, nouns.line)}. لم يُقرأ شيء؛ والنص باقٍ.`,
    notALine: 'هذا ليس أمرًا.',
    failed: (line: number) => `رُفض السطر ${String(line)}؛ وما قبله في الصادر.`,
  },
};
