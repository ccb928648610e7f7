import { SIGNATURE } from '../answers.ts';
import { type PaperForm, scene } from './scene.ts';

/** Forms in scripts that run from right to left, and in those that few desks have fonts for. */

export const arabicForm: PaperForm = {
  name: 'arabic',
  form: {
    id: 6,
    name: 'فحص المركبة قبل الرحلة',
    sections: [
      {
        ...{ key: 'outside', type: 'group', label: 'الفحص الخارجي' },
        fields: [
          {
            ...{ key: 'lights', type: 'radio', label: 'الأضواء', required: true },
            options: { ok: 'سليمة', bad: 'معطلة' },
          },
          {
            ...{ key: 'tyres', type: 'radio', label: 'الإطارات', required: true },
            options: [
              { value: 'ok', label: 'سليمة' },
              { value: 'bad', label: 'تالفة', fail: true },
            ],
          },
          { key: 'odometer', type: 'number', label: 'عداد المسافة', unit: 'كم' },
          { key: 'notes', type: 'longtext', label: 'ملاحظات السائق' },
          { key: 'where', type: 'location', label: 'مكان الفحص' },
        ],
      },
      {
        ...{ key: 'goods', type: 'table', label: 'البضاعة' },
        columns: [
          { key: 'item', label: 'الصنف', type: 'text' },
          { key: 'ref', label: 'الرقم', type: 'text' },
          { key: 'count', label: 'العدد', type: 'number' },
          { key: 'state', label: 'الحالة', type: 'text' },
        ],
      },
      { key: 'photos', type: 'photo', label: 'الصور' },
      { key: 'driverSignature', type: 'signature', label: 'توقيع السائق' },
      { key: 'guardSignature', type: 'signature', label: 'توقيع الحارس' },
    ],
  },
  answer: {
    ...{ id: 'A-3006', formId: 6, submittedAt: '2026-03-13T07:12:00+03:00' },
    vehicle: { id: 41, regNo: 'KD-418-T', label: 'شاحنة 7' },
    driver: { id: 14, fullName: 'سالم بن ناصر' },
    location: { lat: 52.1012, lng: 4.2741, accuracy: 5, address: 'المستودع الشمالي، البوابة 2' },
    values: {
      outside: {
        ...{ lights: 'ok', tyres: 'bad', odometer: 184220 },
        notes: 'يوجد قطع في الإطار الأمامي الأيسر، وتم تغييره قبل الانطلاق. '.repeat(5),
        where: { lat: 52.1012, lng: 4.2741, address: 'البوابة 2' },
      },
      goods: [
        { item: 'صناديق قطع غيار', ref: 'SP-7781', count: 12, state: 'جيدة' },
        { item: 'براميل زيت', ref: 'HO-0034', count: 2, state: 'غطاء منبعج' },
        { item: 'Pallet, mixed', ref: 'MX-20-118', count: 4, state: 'OK' },
      ],
      photos: [
        { data: scene(480, 360, 0), caption: 'الإطار الأمامي' },
        { data: scene(360, 480, 20), caption: 'بعد التغيير' },
      ],
      driverSignature: SIGNATURE,
      guardSignature: 'M4 30 C 20 4 30 60 46 30 S 70 10 84 34 L 140 28',
    },
  },
};

export const hebrewForm: PaperForm = {
  name: 'hebrew',
  form: {
    id: 7,
    name: 'אישור מסירה',
    sections: [
      {
        ...{ key: 'to', type: 'group', label: 'המקבל' },
        fields: [
          { key: 'company', type: 'text', label: 'חברה' },
          { key: 'person', type: 'text', label: 'שם המקבל' },
          { key: 'mail', type: 'text', label: 'דואר אלקטרוני' },
          { key: 'note', type: 'longtext', label: 'הערות' },
          { key: 'list', type: 'select', label: 'סימונים' },
        ],
      },
      { key: 'customerSignature', type: 'signature', label: 'חתימת המקבל' },
    ],
  },
  answer: {
    ...{ id: 'A-3007', formId: 7, submittedAt: '2026-03-13T16:12:00+02:00' },
    vehicle: { id: 41, regNo: '12-418-77' },
    driver: { id: 15, fullName: 'Noa Bar-Lev' },
    values: {
      to: {
        ...{ company: 'Kettler & Daughters Ltd. – סניף חוף', person: 'דנה כץ' },
        mail: 'ramp.7@consignee.example',
        note: 'המשלוח נמסר ליד השער (gate 7B) בשעה 16:05, ראו גם order MX-20-118. '.repeat(4),
        list: ['שביר', 'Cold chain', 'קירור'],
      },
      customerSignature: SIGNATURE,
    },
  },
};

export const scriptsForm: PaperForm = {
  name: 'scripts',
  form: {
    id: 9,
    name: '車両点検表',
    sections: [
      {
        ...{ key: 'ja', type: 'group', label: '点検' },
        fields: [
          { key: 'brake', type: 'radio', label: 'ブレーキの効き', options: { ok: '良好' } },
          { key: 'note', type: 'longtext', label: '備考' },
          { key: 'km', type: 'number', label: '走行距離', unit: 'km' },
        ],
      },
      {
        ...{ key: 'others', type: 'group', label: 'その他の言語' },
        fields: [
          { key: 'zh', type: 'text', label: '中文' },
          { key: 'ko', type: 'text', label: '한국어' },
          { key: 'th', type: 'longtext', label: 'ภาษาไทย' },
          { key: 'hi', type: 'longtext', label: 'हिन्दी' },
          { key: 'el', type: 'text', label: 'Ελληνικά' },
          { key: 'ru', type: 'text', label: 'Русский' },
          { key: 'ar', type: 'text', label: 'العربية' },
        ],
      },
      { key: 'rows', type: 'table', label: '積荷' },
      { key: 'photo', type: 'photo', label: '写真' },
    ],
  },
  answer: {
    ...{ id: 'A-3011', formId: 9, submittedAt: '2026-03-16T09:12:00+09:00' },
    vehicle: { id: 51, regNo: 'KD-418-T', label: '大型トラック七号車' },
    driver: { id: 20, fullName: '試験 太郎' },
    location: { lat: 35.62, lng: 139.77, address: '第三倉庫 東門' },
    values: {
      ja: {
        ...{ brake: 'ok', km: 184220 },
        note: '左前輪の側面に約四センチの切り傷がありました。出発前に交換しました。'.repeat(4),
      },
      others: {
        zh: '车辆检查完毕，左前轮已更换，可以出发。',
        ko: '차량 점검을 마쳤습니다. 이상 없습니다.',
        th: 'ตรวจสอบรถเรียบร้อยแล้ว ยางหน้าซ้ายถูกเปลี่ยนก่อนออกเดินทาง ไม่มีความเสียหายอื่น'.repeat(2),
        hi: 'वाहन की जाँच पूरी हुई। बायाँ अगला टायर रवाना होने से पहले बदला गया। '.repeat(3),
        el: 'Ο έλεγχος του οχήματος ολοκληρώθηκε.',
        ru: 'Осмотр автомобиля завершён, замечаний нет.',
        ar: 'تم فحص المركبة',
      },
      rows: [
        { 品名: '部品', 数量: 12, 状態: '良好' },
        { 品名: '油 (200 L)', 数量: 2, 状態: '蓋にへこみあり' },
      ],
      photo: scene(480, 320, 0),
    },
  },
};
