import type { AccountContext } from '../accountContext.ts';
import { documentKey } from '../sync/single.ts';

/** Addresses of the files beside answers that packs are to have. */
export async function filesOfPacks(
  { store, attachments }: Pick<AccountContext, 'store' | 'attachments'>,
  answers: readonly string[],
): Promise<string[]> {
  const links: string[] = [];
  for (const answerId of answers) {
    const key = documentKey('getAnswer', { answerId }, {});
    const answer = await store.read('documents.get', { key, whole: true });
    if (answer === null) continue;
    links.push(...attachments.linksOf(answer.json), ...attachments.elsewhereOf(answer.json));
  }
  return links;
}
