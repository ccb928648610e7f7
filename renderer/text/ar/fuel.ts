import { counted, nouns } from './count.ts';

/** الوقود: العمليات وما يُعترض به عليها، ولمن قد تكون، والمجاميع بحسب المركبة. */
export const fuel = {
  tabs: { list: 'العمليات', vehicles: 'بحسب المركبة' },
  list: 'عمليات التعبئة',
  search: 'ابحث عن محطة أو سائق أو بطاقة',
  period: {
    of: (days: string) => `الأيام: ${days}`,
    last: (days: string) => `آخر ${counted(days, nouns.day)}`,
    range: (from: string, to: string) => `${from} إلى ${to}`,
    show: 'عرض هذه الأيام',
    backwards: 'هذا قبل اليوم الأول.',
    needed: 'أدخل اليومين.',
  },
  unassigned: 'غير معيّنة لمركبة',
  marks: {
    title: 'لماذا هي معلَّمة',
    none: 'لا اعتراض عليها، بحسب ما قُرئ على هذا الحاسوب.',
    noRoute: 'أين كانت المركبة في ذلك الوقت لم يُقرأ قط على هذا الحاسوب.',
    readRoute: 'قراءة رحلات ذلك اليوم',
    short: {
      moving: 'أثناء السير',
      overTank: 'فوق الخزان',
      twice: 'مرتان',
      far: 'بعيدة',
      price: 'السعر',
    },
    moving: (speed: string) => `كانت المركبة تسير بسرعة ${speed} في ذلك الوقت.`,
    movingUnknown: 'كانت المركبة تسير في ذلك الوقت.',
    overTank: (volume: string, tank: string) => `${volume} أكثر مما يسعه خزانها ${tank}.`,
    twice: {
      vehicle: (apart: string) => `عُبّئت المركبة نفسها بفارق ${apart}.`,
      card: (apart: string) => `دفعت البطاقة نفسها بفارق ${apart}.`,
    },
    other: 'عرض الأخرى',
    far: (distance: string, station: string) =>
      `كانت المركبة على بعد ${distance} من «${station}» في ذلك الوقت.`,
    price: (price: string, unit: string, median: string, share: string, of: string) =>
      `${price} لكل ${unit}؛ ووسيط ${of} من أسعار ذلك اليوم ${median}: بفارق ${share}.`,
  },
  columns: {
    marks: 'العلامات',
    price: (unit: string) => `السعر لكل ${unit}`,
    cost: 'التكلفة',
    count: 'العمليات',
    consumption: 'الاستهلاك',
    costPerDistance: (distance: string) => `التكلفة لكل 100 ${distance}`,
  },
  showRoute: 'ذلك اليوم على الخريطة',
  outside: 'ليست من الأيام المعروضة.',
  showDay: 'عرض الأيام حولها',
  cut: (most: string) => `يُنظر في أحدث ${most} عملية فقط. اختر أيامًا أقل.`,
  candidates: {
    title: 'لمن قد تكون',
    other: 'مركبة أخرى',
    otherTitle: 'التعيين لمركبة أخرى',
    ranking: 'جارٍ النظر في الأسطول',
    none: 'لا شيء هنا يدل على صاحبتها.',
    noneHint: 'تدل الرحلات المقروءة على من وقف عند المحطة. يمكن اختيار مركبة أدناه.',
    assignTo: (name: string) => `التعيين إلى ${name}`,
    assigned: (name: string) => `عُيّنت إلى ${name}`,
    keys: (count: string) => (count === '1' ? 'اضغط 1 لتعيينها.' : `اضغط 1 إلى ${count} لتعيينها.`),
    read: (read: string, of: string) =>
      `قُرئت لذلك اليوم رحلات ${read} من ${counted(of, nouns.vehicle)}.`,
    readTrips: 'قراءة رحلات ذلك اليوم',
    reading: (done: string, of: string) => `قراءة المركبة ${done} من ${of}`,
    grade: { strong: 'قوي', likely: 'مرجح', weak: 'ضعيف' },
    for: 'يؤيدها',
    against: 'يعارضها',
    irreversible: 'بعد إرسالها يمكن تعيينها لمركبة أخرى، لكن لا يمكن إلغاء التعيين.',
  },
  reasons: {
    card: (count: string, of: string) =>
      count === of
        ? `استخدمت هذه البطاقة ولم يستخدمها سواها (${count})`
        : `استخدمت هذه البطاقة ${count} من ${of} مرة`,
    driver: (name: string) => `يقودها ${name}`,
    stoppedThere: (distance: string) => `وقفت هناك في ذلك الوقت (${distance})`,
    droveBy: (distance: string) => `مرت هناك في ذلك الوقت (${distance})`,
    elsewhere: (distance: string) => `كانت على بعد ${distance} في ذلك الوقت`,
    wasDriving: 'كانت تسير في ذلك الوقت',
    lastSeen: (distance: string, apart: string) => `آخر ظهور هناك (${distance})، بفارق ${apart}`,
    lastSeenFar: (distance: string, apart: string) =>
      `آخر ظهور على بعد ${distance}، بفارق ${apart}`,
    fits: (tank: string) => `يسعها خزانها ${tank}`,
    tooSmall: (tank: string) => `أكثر من خزانها ${tank}`,
    justFilled: (apart: string) => `عُبّئت بفارق ${apart}`,
    due: (since: string, usual: string) => `عُبّئت قبلها بمدة ${since}، وعادتها كل ${usual}`,
    usualStation: (count: string) => `عُبّئت هناك من قبل (${count})`,
  },
  summary: {
    label: 'الوقود بحسب المركبة',
    search: 'ابحث عن مركبة أو مستودع',
    chart: 'الكمية مقابل المسافة',
    chartHint: (rate: string) => `كل نقطة مركبة. والخط هو الأسطول كله: ${rate}.`,
    chartLabel: (count: string, rate: string) =>
      `${counted(count, nouns.vehicle)} بحسب المسافة والكمية؛ الأسطول كله: ${rate}. ويقول الجدول الشيء نفسه.`,
    noDistance: 'المسافة التي قُطعت في هذه الأيام لم تُقرأ قط على هذا الحاسوب.',
    noDistanceHint: 'تُجمع الكمية والتكلفة من العمليات الموجودة هنا.',
    read: 'قُرئ الملخص',
    none: 'لا وقود في هذه الأيام',
    noneHint: 'اختر أيامًا أخرى.',
    total: (count: string) => counted(count, nouns.vehicle),
    point: (name: string, distance: string, volume: string, rate: string) =>
      `${name}: ${volume} على ${distance}، ${rate}`,
    transactions: 'عرض عملياتها',
  },
};
