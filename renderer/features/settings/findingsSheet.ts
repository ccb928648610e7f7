import { text } from '../../text/en.ts';
import { plainSheet } from '../../ui/sheet.ts';
import type { Cell } from '../../ui/table.ts';
import { inUse } from './findings.ts';
import type { Finding, InUse, Probed } from './findings.ts';

/** Which of the three counts, in words. */
export function inUseWords(which: InUse): string {
  const words = text.settings.profile;
  return { set: words.asSet, found: words.asFound, default: words.asDefault }[which];
}

/** The findings as they leave. */
export function findingsSheet(probed: Probed, overrides: string): Cell[][] {
  const { columns, about, unknown } = text.settings.profile;
  return plainSheet<Finding>(
    [
      { title: columns.what, value: (one) => `${about[one.about]}: ${one.endpoint}` },
      { title: columns.used, value: ({ used }) => used },
      { title: columns.found, value: ({ found }) => found ?? unknown },
      { title: columns.inUse, value: (one) => inUseWords(inUse(one, probed, overrides)) },
    ],
    probed.findings,
  );
}
