import type { Output, Parsed } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { safeFileName } from '../fileName.ts';
import { zoneOf } from '../timeZone.ts';
import { areasAt } from './areasAt.ts';
import { brandOf } from './brand.ts';
import { wordsOf } from './document/words.ts';
import { copyOf, groundOf } from './sources.ts';

/**
 * The sheet for the driver as PDF: who, where and when of an answer, and what became of it in the words
 * of the desk. Nothing is asked of the service.
 *
 * Errors: `answer.notInMirror`; those of the typesetter and of saving.
 */
export async function driverPdf(
  context: AccountContext,
  asked: Parsed<'review.driverPdf'>,
): Promise<Result<Output<'review.driverPdf'>>> {
  const { answerId, title, fields, language } = asked;
  const { ports } = context;
  const copy = await copyOf(context, answerId);
  if (copy === null) {
    return fail({
      kind: 'missing',
      code: 'answer.notInMirror',
      message: `Answer ${answerId} was never read on this computer.`,
      next: 'waitForNetwork',
    });
  }
  const made = await ports.typesetter.make(
    [
      {
        ...{ answerId, answerJson: copy.json, formJson: null, readAt: copy.readAt },
        ...{ instead: { title, withHead: true, fields }, areas: await areasAt(context, copy.json) },
      },
    ],
    {
      ...(await brandOf(context)),
      ...{ paper: asked.paper, standard: 'ua-1', language, madeAt: ports.clock.now() },
      ...{ timeZone: zoneOf(asked.timeZone), locale: wordsOf(language).locale },
    },
    await groundOf(context, ports),
  );
  if (!made.ok) return made;
  const fileName = safeFileName([title, answerId], 'pdf', 'Sheet');
  const saved = await ports.files.save(fileName, 'application/pdf', made.value.pdf);
  return saved.ok ? ok({ saved: saved.value }) : saved;
}
