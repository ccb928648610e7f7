import type { HandlersOf, Output, Parsed } from '../../../shared/ipc/contract.ts';
import { type AppError, fail, ok, type Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { safeFileName } from '../fileName.ts';
import type { Ports } from '../ports.ts';
import { brandOf } from './brand.ts';
import { copyOf, formOf, groundOf, LOCALE, nameFactsOf, zoneOf } from './sources.ts';

/**
 * An answer as PDF: the service's own where it can be had, else one that is typeset here from the
 * mirror. The reply says which it is; a local one says so on every page too.
 */

/** Form, day and id: `Pre-trip check 2026-03-01 A-17.pdf`. */
function fileNameOf(
  answerId: string,
  answerJson: string | null,
  formJson: string | null,
  timeZone: string,
): string {
  const { form, date } = nameFactsOf(answerId, answerJson, formJson, timeZone);
  return safeFileName([form, date, answerId], 'pdf', 'Answer');
}

/** Whether a local copy may stand in: the service could not be asked, or failed. */
export function mayFallBack(error: AppError): boolean {
  return error.kind === 'offline' || error.kind === 'server' || error.kind === 'auth';
}

function neverOpened(answerId: string, why: AppError | null): Result<never> {
  return fail({
    kind: why?.kind ?? 'missing',
    code: 'answer.notInMirror',
    message:
      `Answer ${answerId} can’t be made into a document: it was never opened on this computer` +
      (why === null ? '.' : `, and it can’t be read now. ${why.message}`),
    safe: 'Nothing was changed; answers that were opened before can be exported without a network.',
    next: why === null || why.kind === 'offline' ? 'waitForNetwork' : why.next,
    ...(why?.status === undefined ? {} : { status: why.status }),
    ...(why?.requestId === undefined ? {} : { requestId: why.requestId }),
  });
}

/**
 * The handler of `desk.exportAnswer`. `auto` makes a document here only when the service can't be
 * asked (offline, signed out) or fails; a refusal or an unknown answer stays an error. `service`
 * never makes one here, and gives the service's PDF that was kept where the service can't be asked; `local`
 * never asks for the service's PDF.
 *
 * Errors: those of the request; `answer.notInMirror` when there is no copy; those of the typesetter
 * (`electron/core/forms/typesetter.ts`) and of saving.
 */
export function exportHandlers(
  account: () => AccountContext | null,
  ports: Ports,
): Pick<HandlersOf<'desk'>, 'desk.exportAnswer' | 'desk.keptPdf'> {
  async function hand(
    source: Output<'desk.exportAnswer'>['source'],
    fileName: string,
    bytes: Uint8Array,
    readAt: number | null,
    notes: string[] = [],
  ): Promise<Result<Output<'desk.exportAnswer'>>> {
    const saved = await ports.files.save(fileName, 'application/pdf', bytes);
    return saved.ok ? ok({ source, readAt, notes, saved: saved.value }) : saved;
  }

  /** The name of the file, from what the mirror knows of the answer. */
  async function nameFor(
    context: AccountContext,
    answerId: string,
    timeZone: string,
  ): Promise<string> {
    const copy = await copyOf(context, answerId);
    const form = copy === null ? null : await formOf(context, copy.json);
    return fileNameOf(answerId, copy?.json ?? null, form, timeZone);
  }

  async function fromService(
    context: AccountContext,
    answerId: string,
    timeZone: string,
  ): Promise<Result<Output<'desk.exportAnswer'>>> {
    const readAt = ports.clock.now();
    const pdf = await context.api.download('getAnswerPdf', { params: { answerId } });
    if (!pdf.ok) return pdf;
    // A copy of its own, because bytes that travel to the database leave this thread.
    const bytes = Uint8Array.from(pdf.value);
    const kept = await context.store.write('pdfs.put', { answerId, bytes, readAt });
    if (!kept.ok) ports.log.write('warn', 'pdf.notKept', { code: kept.error.code });
    return hand('service', await nameFor(context, answerId, timeZone), pdf.value, null);
  }

  /** The service's PDF as it was kept; null where it never was. */
  async function asKept(
    context: AccountContext,
    answerId: string,
    timeZone: string,
  ): Promise<Result<Output<'desk.exportAnswer'>> | null> {
    const kept = await context.store.read('pdfs.get', { answerId });
    if (kept === null) return null;
    return hand('kept', await nameFor(context, answerId, timeZone), kept.bytes, kept.readAt);
  }

  async function made(
    context: AccountContext,
    { answerId, paper, standard }: Parsed<'desk.exportAnswer'>,
    timeZone: string,
  ): Promise<Result<Output<'desk.exportAnswer'>>> {
    let copy = await copyOf(context, answerId);
    if (copy === null) {
      if (!context.connection.maySend()) return neverOpened(answerId, null);
      const read = await context.sync.readDocument('getAnswer', { answerId }, {});
      if (!read.ok) {
        return mayFallBack(read.error) ? neverOpened(answerId, read.error) : read;
      }
      copy = read.value;
    }
    const form = await formOf(context, copy.json);
    const document = await ports.typesetter.make(
      [{ answerId, answerJson: copy.json, formJson: form, readAt: copy.readAt }],
      {
        ...(await brandOf(context)),
        ...{ timeZone, locale: LOCALE, madeAt: ports.clock.now() },
        paper: paper ?? 'a4',
        standard: standard ?? 'ua-1',
      },
      await groundOf(context, ports),
    );
    if (!document.ok) return document;
    const { pdf, notes } = document.value;
    const fileName = fileNameOf(answerId, copy.json, form, timeZone);
    return hand('local', fileName, pdf, copy.readAt, notes);
  }

  return {
    'desk.keptPdf': async ({ answerId }) => {
      const context = account();
      const readAt =
        context === null ? null : await context.store.read('pdfs.readAt', { answerId });
      return ok({ readAt });
    },
    'desk.exportAnswer': async (asked) => {
      const { answerId, from } = asked;
      const context = account();
      if (context === null) {
        return fail({
          kind: 'auth',
          code: 'account.none',
          message: 'No account is open.',
          safe: 'Nothing was changed.',
          next: 'signIn',
        });
      }
      const timeZone = zoneOf(asked.timeZone);
      if (from === 'local') return made(context, asked, timeZone);
      const served = await fromService(context, answerId, timeZone);
      if (served.ok || !mayFallBack(served.error)) return served;
      if (from === 'service') return (await asKept(context, answerId, timeZone)) ?? served;
      const local = await made(context, asked, timeZone);
      // Why there is no copy matters less than why the service could not give its own.
      return !local.ok && local.error.code === 'answer.notInMirror'
        ? neverOpened(answerId, served.error)
        : local;
    },
  };
}
