import { counted, nouns } from './count.ts';

/** أحداث الكاميرات وكاميرات الأسطول. */
export const cameras = {
  tabs: { events: 'الأحداث', fleet: 'كل الكاميرات' },
  severities: { high: 'عالية', medium: 'متوسطة', low: 'منخفضة' },
  filter: {
    label: 'أحداث مَن',
    vehicle: 'أحداث مركبة',
    driver: 'أحداث سائق',
    only: (name: string) => `${name} فقط`,
    leave: (name: string) => `الكل من جديد، لا ${name} فقط`,
  },
  facts: {
    lasted: 'المدة',
    route: 'المسار',
  },
  showRoute: 'عرض مسار ذلك اليوم',
  media: {
    title: 'الصور والتسجيلات',
    none: 'لا تعطي الخدمة رابطًا إلى صورة أو تسجيل له.',
    nth: (number: string) => `التسجيل ${number}`,
    at: (host: string) => `لدى ${host}`,
    noLink: 'لا عنوان يمكن اتباعه',
    copy: 'نسخ رابطه',
    copyOf: (camera: string) => `نسخ رابطه: ${camera}`,
    files: {
      title: 'الصور والتسجيلات',
      absent: (count: string) =>
        count === '1' ? 'أحدها موجود لدى الخدمة نفسها.' : `${count} منها موجودة لدى الخدمة نفسها.`,
      fetch: 'جلبها من الخدمة',
    },
    elsewhere: {
      whose: (host: string) =>
        `يذكر هذا الحدث ملفات لدى ${host}، وهو ليس خدمتك. لا يعرف Waybill لمن هذا الخادم.`,
      never:
        'لا يُرسل إليه تسجيل دخولك أبدًا، ولا شيء آخر من هذا الحدث. ما يأتي يُحفظ على هذا الحاسوب.',
    },
    hint: 'لا يتبع Waybill هذه الروابط من تلقاء نفسه: فهي تؤدي إلى خادم آخر سيعرف من ينظر إلى ماذا.',
  },
  map: {
    title: 'على الخريطة',
    noRoute: 'يُرسم الطريق قبله وبعده بعد قراءة مسار ذلك اليوم.',
  },
  fleet: {
    label: 'كل كاميرات الأسطول',
    file: 'الكاميرات',
    search: 'ابحث عن مركبة أو جهة أو جهاز',
    columns: {
      side: 'تنظر إلى',
      ends: 'الرابط صالح حتى',
    },
    ended: (day: string) => `انتهى ${day}`,
    read: (devices: string) => `قراءة كاميرات ${counted(devices, nouns.device)}`,
    reading: (done: string, total: string) => `قراءة الجهاز ${done} من ${total}`,
    unread: (unread: number, total: number) =>
      unread === 0
        ? 'قُرئت كلها.'
        : unread === total
          ? 'لم يُقرأ أي منها على هذا الحاسوب بعد.'
          : `لم يُقرأ على هذا الحاسوب: ${String(unread)} من ${String(total)}.`,
    offline: 'لا اتصال الآن. يُعرض ما قُرئ من قبل.',
    cut: 'يُنظر في أول 5,000 جهاز فقط.',
    noDevices: 'لا كاميرا لأي جهاز',
    noDevicesHint: 'بحسب ما تقوله الأجهزة على هذا الحاسوب.',
    none: 'لم تُقرأ كاميرات بعد',
    noneHint: 'تذكر الخدمة كاميرات جهاز واحد في كل مرة.',
    count: (count: number, words: string) => counted(count, nouns.camera, words),
    oldest: 'قُرئ أقدمها',
  },
};
