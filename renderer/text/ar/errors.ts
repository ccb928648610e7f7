import { fileErrors } from './fileErrors.ts';
import { ownErrors } from './ownErrors.ts';

const untouched = 'ما قُرئ من قبل ما زال هنا، ولم تُمس التغييرات المنتظرة.';
const unchanged = 'لم يتغير شيء هنا.';
const unsent = 'لم يُرسل إلى أي مكان.';

/** ما تعذر، بحسب رمز الخطأ. وما ليس هنا يُقال بالإنجليزية. */
export const errors = {
  says: (said: string) => `وتقول: «${said}»`,
  codes: {
    'http.unreachable': { what: 'تعذر الوصول إلى الخدمة.', safe: untouched },
    'http.broken': { what: 'انقطع الاتصال قبل اكتمال الإجابة.', safe: untouched },
    'http.aborted': { what: 'أُلغي الطلب.', safe: untouched },
    'http.tooLarge': { what: 'الإجابة أكبر مما يقبله Waybill.', safe: untouched },
    'http.clockSetBack': {
      what: 'أُعيدت ساعة هذا الحاسوب إلى الوراء قبل وصول الإجابة.',
      safe: untouched,
    },
    'http.html': {
      what: 'وصلت صفحة ويب بدل البيانات. إما أن هذه الشبكة تطلب تسجيل دخول خاصًا بها أولًا، أو أن العنوان ليس عنوان واجهة الخدمة.',
      safe: untouched,
    },
    'http.shape': { what: 'ليست الإجابة ما ينبغي أن تعطيه الخدمة هنا.', safe: untouched },
    'http.redirect': {
      what: 'تحيل الخدمة إلى عنوان آخر لا يتبعه Waybill. ولم يُعرض تسجيل الدخول هناك.',
      safe: untouched,
    },
    'http.invalid': { what: 'رفضت الخدمة المدخلات.', safe: untouched },
    'http.denied': { what: 'لا تسمح الخدمة لهذا الحساب بذلك.', safe: untouched },
    'http.missing': { what: 'لا تعرف الخدمة هذا السجل.', safe: untouched },
    'http.unavailable': { what: 'لا تقدم الخدمة هذا.', safe: untouched },
    'http.conflict': { what: 'السجل في حالة أخرى لدى الخدمة.', safe: untouched },
    'http.rateLimited': { what: 'تطلب الخدمة الانتظار قبل الطلب التالي.', safe: untouched },
    'http.server': { what: 'حدث خطأ لدى الخدمة.', safe: untouched },
    'http.status': { what: 'أجابت الخدمة على نحو غير متوقع.', safe: untouched },
    'session.expired': { what: 'لم تعد الخدمة تقبل تسجيل الدخول.', safe: untouched },
    'session.refused': { what: 'لا تقبل الخدمة هذا البريد وكلمة المرور.', safe: unchanged },
    'session.codeRefused': {
      what: 'لا تقبل الخدمة هذا الرمز. الرموز صالحة مرة واحدة ولوقت قصير.',
      safe: unchanged,
    },
    'session.tokenRefused': {
      what: 'لا تقبل الخدمة هذا الرمز المميز. ربما أُلغي أو كان لخدمة أخرى.',
      safe: unchanged,
    },
    'session.tokenMalformed': {
      what: 'ليس هذا رمز وصول: للرمز ثلاثة أجزاء بينها نقاط. ربما اقتُطع عند النسخ.',
      safe: unsent,
    },
    'session.tokenExpired': {
      what: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا، أو سجّل الدخول بالبريد وكلمة المرور.',
      safe: unsent,
    },
    'session.wrongAddress': {
      what: 'يجيب شيء في هذا العنوان، لكنه ليس واجهة الخدمة. يجب أن يشمل العنوان مسار الواجهة، وكثيرًا ما ينتهي بـ /api.',
      safe: unchanged,
    },
    'session.unknownAccount': { what: 'هذا الحساب ليس على هذا الحاسوب.', safe: unchanged },
    'account.none': { what: 'لا حساب قيد الاستخدام.', safe: unchanged },
    ...fileErrors,
    ...ownErrors,
  },
};
