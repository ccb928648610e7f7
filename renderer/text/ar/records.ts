import { counted, nouns } from './count.ts';
import type { Noun } from './count.ts';

/** ما له صيغ للعدد من أنواع السجلات، باسم المفرد. */
const byName: Readonly<Record<string, Noun>> = {
  مركبة: nouns.vehicle,
  جهاز: nouns.device,
  مستشعر: nouns.sensor,
  'عملية تعبئة': nouns.transaction,
  سائق: ['سائق واحد', 'سائقان', 'سائقين', 'سائقًا', 'سائق'],
  مستخدم: ['مستخدم واحد', 'مستخدمان', 'مستخدمين', 'مستخدمًا', 'مستخدم'],
  عميل: ['عميل واحد', 'عميلان', 'عملاء', 'عميلًا', 'عميل'],
  موزع: ['موزع واحد', 'موزعان', 'موزعين', 'موزعًا', 'موزع'],
  منطقة: ['منطقة واحدة', 'منطقتان', 'مناطق', 'منطقة', 'منطقة'],
  نموذج: ['نموذج واحد', 'نموذجان', 'نماذج', 'نموذجًا', 'نموذج'],
  'حدث كاميرا': ['حدث واحد', 'حدثان', 'أحداث', 'حدثًا', 'حدث'],
  'تقرير مجدول': ['تقرير واحد', 'تقريران', 'تقارير', 'تقريرًا', 'تقرير'],
};

/** اسم الجمع مجرورًا أو منصوبًا: السائقين من السائقون. */
const oblique = (what: string): string => what.replace(/ون$/, 'ين');

/** قوائم كل نوع من السجلات وتفاصيله ونماذجه. */
export const records = {
  search: (what: string) => `البحث في ${oblique(what)}`,
  count: (count: number, words: string, one: string, many: string) => {
    const noun = Object.hasOwn(byName, one) ? byName[one] : undefined;
    return noun === undefined ? `${many}: ${words}` : counted(count, noun, words);
  },
  // بلا فعل: فاعله مذكر أو مؤنث، مفرد أو جمع.
  match: () => 'بحسب التصفية',
  none: (what: string) => `لا يوجد هنا شيء من ${oblique(what)}`,
  noneHints: {
    vehicle: 'تظهر هنا المركبات مع سائقيها وآخر مواقعها وما قامت به اليوم.',
    driver: 'السائق مستخدم له هذا الدور: يُضاف الأشخاص في صفحة «المستخدمون».',
    area: 'تظهر هنا الساحات والعملاء والمناطق بعد رسمها أو استيرادها من ملف.',
    areaGroup: 'ترتب المجموعات المناطق، وتظهرها أو تخفيها معًا على الخريطة.',
    device: 'تظهر هنا أجهزة تتبع الأسطول، في المخزن أو المركّبة في مركبة.',
    sensor: 'تظهر هنا المستشعرات متى عرفتها الخدمة، ويمكن عندئذ ربط كل منها بجهاز.',
    cameraEvent: 'يظهر هنا ما تلاحظه الكاميرات، كالكبح الحاد، متى حدث.',
    fuelTransaction: 'يظهر هنا ما جرت تعبئته متى وصل إلى الخدمة من البطاقات أو المحطات.',
    scheduledReport: 'يُرسل التقرير المجدول بالبريد الإلكتروني بالوتيرة التي تريدها.',
    form: 'تُنشأ النماذج لدى الخدمة، وتظهر هنا نماذج هذا الحساب.',
    user: 'يظهر هنا من يحق لهم تسجيل الدخول.',
    client: 'يظهر هنا العملاء الذين يرعاهم هذا الحساب.',
    other: 'لا تدرج الخدمة شيئًا منها لهذا الحساب.',
  },
  refused: (what: string) => `لا يحق لهذا الحساب قراءة ${oblique(what)}`,
  climate: 'الحرارة والرطوبة',
  settingsTab: 'الحساب والإعدادات',
  close: 'إغلاق التفاصيل',
  copy: {
    label: 'نسخ',
    text: 'النسخ نصًا',
    textCopied: 'نُسخ نصًا',
    link: 'نسخ الرابط',
    linkCopied: 'نُسخ الرابط',
  },
  queued: (title: string) => `${title}: ينتظر الإرسال`,
  sent: (title: string) => `${title}: أُرسل`,
  partly: (said: string, left: string) => `${said}. بقي دون تغيير: ${left}`,
  irreversible: 'لا سبيل لدى الخدمة للتراجع عن هذا بعد إرساله.',
  deletes: {
    open: 'حذف…',
    explain: (name: string) =>
      `سيُحذف «${name}» نهائيًا، ولا تستطيع الخدمة إرجاعه. الأرشفة تخفيه أيضًا، ويمكن التراجع عنها.`,
    type: (name: string) => `اكتب ${name} لحذفه`,
    do: 'حذف نهائي',
    archive: 'الأرشفة بدلًا من ذلك',
  },
  document: {
    never: 'لم يُقرأ قط على هذا الحاسوب.',
    later: 'لا اتصال الآن. يُقرأ حالما يتوفر.',
    load: 'قراءة',
    rows: (count: string) => counted(count, nouns.row),
    empty: 'أجابت الخدمة بلا شيء.',
    asText: 'النص المصدري',
    first: (shown: string, all: string) => `أول ${shown} من ${all}`,
  },
  form: {
    choose: 'اختر…',
    digits15: '15 رقمًا',
    jsonObject: 'كائن JSON',
    phoneCountry: 'بلد الرقم',
    none: 'بلا',
    searchRecord: (what: string) => `البحث في ${oblique(what)}`,
    invalidJson: 'هذا ليس كائن JSON.',
    invalidInstant: 'أدخل يومًا ووقتًا.',
    zone: (name: string) => `بتوقيت ${name}`,
    localZone: 'بتوقيت هذا الحاسوب',
    required: 'هذا لازم.',
    notChosen: 'اختر واحدًا من القائمة؛ ما كُتب وحده لا يُحفظ.',
    owner: 'العميل',
    ownerHint: 'من سيملك السجل.',
    ownerOptional: 'اتركه فارغًا لفريقك.',
  },
};
