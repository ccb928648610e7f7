import { endpoint, type ReadName } from '../../../../shared/api/catalogue.ts';
import type { PackFileContent } from '../../../../shared/ipc/packs.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { isOfTenant } from '../../address.ts';
import { lookAt, MOST_ELEMENTS, MOST_ROW_BYTES } from '../../api/bodyShape.ts';
import { outlineOf } from '../../api/json.ts';
import { payloadAmong } from '../../api/reply.ts';
import { mistakenIn } from '../../api/whichRecord.ts';
import type { Params } from '../../api/types.ts';
import { isAttachment } from '../../attachments/lookedAt.ts';
import type { Identity } from '../../identity.ts';
import { REFUSED } from './format.ts';
import { RefusedFile, openPack, refusing, type OpenPack } from './read.ts';

/**
 * Looks through the whole file of a pack before anything of it is taken, by the rules by which the
 * service's own answers are taken: what is refused is refused as a whole.
 */

type Part = PackFileContent['parts'][number];

/** Whether a text is an answer to a request, and about what was asked for. */
async function checkReply(name: ReadName, params: Params, text: string): Promise<void> {
  const looked = await lookAt(Buffer.from(text), MOST_ELEMENTS);
  const root = looked.ok ? await outlineOf(text) : null;
  const found = root === null ? null : payloadAmong(endpoint(name), [''], root);
  if (found?.ok !== true || mistakenIn(endpoint(name), params, text, found.payload) !== null) {
    throw new RefusedFile('damaged');
  }
}

async function checkRecord(text: string): Promise<void> {
  if (text.length > MOST_ROW_BYTES) throw new RefusedFile('tooLarge');
  const looked = await lookAt(Buffer.from(text), MOST_ELEMENTS);
  const root = looked.ok ? await outlineOf(text) : null;
  if (root?.kind !== 'object') throw new RefusedFile('damaged');
}

function checkPdf(base64: string): void {
  const start = Buffer.from(base64.slice(0, 1_400), 'base64').toString('latin1');
  if (!start.includes('%PDF-')) throw new RefusedFile('damaged');
}

/** What is in it, kind by kind. */
class Content {
  readonly parts: Part[] = [];

  add(is: Part['is'], bytes: number, readAt: number): void {
    const part = this.parts.find((each) => each.is === is);
    if (part === undefined) {
      this.parts.push({ is, count: 1, bytes, oldestAt: readAt, newestAt: readAt });
      return;
    }
    part.count += 1;
    part.bytes += bytes;
    part.oldestAt = Math.min(part.oldestAt, readAt);
    part.newestAt = Math.max(part.newestAt, readAt);
  }
}

async function checkLines(pack: OpenPack, content: Content): Promise<void> {
  for await (const { entity, text, readAt } of pack.lines('records')) {
    await checkRecord(text);
    content.add(entity, text.length, readAt);
  }
  for await (const { answer, text, readAt } of pack.lines('answers')) {
    await checkReply('getAnswer', { answerId: answer }, text);
    content.add('answers', text.length, readAt);
  }
  for await (const { vehicle, text, readAt } of pack.lines('routes')) {
    await checkReply('listRoutes', { vehicleId: vehicle }, text);
    content.add('routes', text.length, readAt);
  }
  for await (const { bytes, readAt } of pack.lines('pdfs')) {
    checkPdf(bytes);
    content.add('pdfs', Math.floor((bytes.length * 3) / 4), readAt);
  }
  for await (const { bytes, readAt } of pack.lines('files')) {
    if (!isAttachment(Buffer.from(bytes, 'base64'))) throw new RefusedFile('damaged');
    content.add('files', Math.floor((bytes.length * 3) / 4), readAt);
  }
}

/**
 * What the file of a pack holds. Errors: those of `openPack`; `packs.otherAccount` (`conflict`).
 *
 * @param sizeBytes of the file
 */
export async function examinePack(
  identity: Identity,
  file: string,
  sizeBytes: number,
): Promise<Result<PackFileContent>> {
  const opened = await openPack(file);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const { about } = pack;
  const content = new Content();
  const checked = await refusing(async () => {
    if (!isOfTenant(about, identity)) return REFUSED.otherAccount;
    await checkLines(pack, content);
    return ok(null);
  });
  await pack.close();
  if (!checked.ok) return checked;
  for (const { tiles, oldestAt } of about.maps) {
    content.parts.push({ is: 'region', count: tiles, bytes: 0, oldestAt, newestAt: oldestAt });
  }
  return ok({ name: about.wish.name, madeAt: about.exportedAt, sizeBytes, parts: content.parts });
}
