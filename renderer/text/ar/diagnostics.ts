/** كم استغرقت الأمور، وحزمة التشخيص. */
export const diagnostics = {
  took: 'كم استغرق كل أمر',
  nothingYet: 'لم يُقس شيء منذ البدء.',
  what: 'الأمر',
  last: 'آخر مرة',
  longest: 'الأطول',
  count: 'المرات',
  ms: (ms: number) => (ms < 10_000 ? `${String(ms)} م.ث` : `${(ms / 1000).toFixed(1)} ث`),
  events: {
    'core.opened': 'فتح مجلد البيانات',
    'desk.shown': 'من البدء حتى ظهور النافذة',
    'sync.scan': 'قراءة قائمة',
    'outbox.drained': 'إرسال ما كان ينتظر',
  },
  open: 'حزمة التشخيص…',
  title: 'حزمة التشخيص',
  about:
    'لمن يبحث في خطأ. فيها إصدارات وأوقات وأعداد وأسماء أخطاء؛ لا رمز ولا اسم ولا مكان ولا رقم لوحة. هذا كل ما فيها:',
  empty: 'لا شيء.',
  save: 'حفظ الحزمة',
  saved: (fileName: string) => `حُفظت: ${fileName}`,
};
