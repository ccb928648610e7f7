import { counted, nouns } from './count.ts';

/** سجلات ذهبت من الخدمة: ما قد يذهب وما ذهب. */
export const removals = {
  stopped: (count: string, total: string, what: string) =>
    `${what}: لم تعد الخدمة تدرج ${count} من ${total}. لم يُزل شيء.`,
  review: 'نظر…',
  title: (count: string, what: string) => `${what}: سيذهب ${count}`,
  why: {
    many: 'خلت قائمتان كاملتان من هذه السجلات. لا يذهب هذا القدر أبدًا بلا إنسان.',
    empty: 'أعطت الخدمة قائمة كاملة وكانت فارغة. هذا وحده لا يزيل شيئًا أبدًا.',
    unproved:
      'خلت قائمتان كاملتان من هذه السجلات، لكن الخدمة تنكر أيضًا سجلات تدرجها، فلا يثبت قولها شيئًا بعد.',
  },
  explain:
    'الإزالة تسأل الخدمة عن كل منها مرة أخرى: ما زال لديها يبقى، والباقي في السلة مدة (الإعدادات، السجلات المزالة). والإبقاء يتركها كلها على أنها لم تعد مدرجة.',
  keep: 'إبقاء الكل',
  remove: (count: string) => `إزالة ${count}`,
  retained: (_count: number, words: string, what: string) => `${what}: أُبقي ${words}`,
  removed: (_count: number, words: string, what: string) => `${what}: أُزيل ${words}`,
  stayed: (count: number, words: string) => (count === 0 ? '' : `، وما زال موجودًا ${words}`),
  areBack: (words: string, what: string) => `أُعيد: ${words} ${what}`,
  trash: {
    hint: (days: number) =>
      `السجلات التي ذهبت من الخدمة تبقى هنا مدة ${counted(days, nouns.day)}. إرجاع أحدها يعرضه في قائمته من جديد على أنه لم يعد مدرجًا؛ ولا ينشئه من جديد في الخدمة.`,
    none: 'لم يُزل شيء في هذه المدة.',
    look: 'نظر',
    putBack: 'إرجاع',
    isBack: (title: string) => `عاد ${title} إلى قائمته`,
    when: 'أُزيل',
    first: (shown: string, all: string) => `أحدث ${shown} من ${all}`,
  },
};
