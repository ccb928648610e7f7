import type { AnswerLayout } from '../../../../shared/rules/formBlocks.ts';
import type { ComposeOptions } from './composed.ts';
import type { AnswerData } from './data.ts';
import { plainText } from './shape.ts';
import { languageOf, type Text, type TextMaker } from './text.ts';
import { mostlyLeftwards } from './values.ts';
import type { DocumentWords } from './words.ts';

/** What stands around an answer: its title, which way and in which language it runs, where it comes from. */

interface Words {
  say: DocumentWords;
  text: TextMaker;
  instant(at: number): string;
}

type Frame = Pick<
  AnswerData,
  | 'title'
  | 'plainTitle'
  | 'name'
  | 'plainName'
  | 'rtl'
  | 'lang'
  | 'tenant'
  | 'origin'
  | 'foot'
  | 'words'
>;

/** @param sample text of the answer, which tells its language and its direction */
export function frameOf(
  write: Words,
  layout: AnswerLayout,
  sample: string,
  options: ComposeOptions,
): Frame {
  const { say, text } = write;
  const name = layout.answerId === '' ? '' : say.answer(layout.answerId);
  // An answer of which no form is known goes by its own name.
  const nameless = layout.title.trim() === '' || layout.title === 'Answer';
  const [title, subtitle] = nameless ? [name || say.nameless, ''] : [layout.title, name];
  const [whole, below] = [text.make(title), text.make(subtitle)];
  const plain = (words: Text): string => plainText(words, ' ').replaceAll(/\s+/g, ' ').trim();
  const rtl = say.rtl || mostlyLeftwards(sample);
  const own = rtl || !/\p{Script=Latin}/u.test(sample) ? languageOf(sample) : null;
  const { madeAt, readAt, timeZone, tenant, instead, formChanged } = options;
  const origin =
    instead === true
      ? [say.pageMadeOn(write.instant(madeAt))]
      : [
          say.madeOn(write.instant(madeAt)),
          say.readOn(write.instant(readAt)),
          say.timesIn(timeZone),
          ...(formChanged ? [say.formChanged] : []),
        ];
  const about = [instead === true ? '' : say.localCopy, name];
  // A line runs the way of its first letters.
  const foot = say.rtl ? [...about, 'Waybill'] : ['Waybill', ...about];
  return {
    title: whole,
    plainTitle: plain(whole) || say.nameless,
    name: below,
    plainName: plain(below),
    ...{ rtl, lang: own ?? say.code },
    tenant: tenant === '' ? null : text.make(tenant),
    origin: origin.map((line) => text.make(line)),
    foot: text.make(foot.filter((part) => part !== '').join(' · ')),
    words: {
      ...{ lang: say.code, rtl: say.rtl, kicker: say.kicker, page: say.page, logo: say.logo },
      notHere: say.notHere,
    },
  };
}
