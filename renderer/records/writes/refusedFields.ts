import type { Op } from '../../bridge.ts';
import { text } from '../../text/en.ts';

/** What the service said of single fields when it refused a write, by the field. */
export function refusedFields({ error }: Pick<Op, 'error'>): Readonly<Record<string, string[]>> {
  return error?.fields ?? {};
}

/** What the dialog is called that edits a write: with the record that it is about. */
export function editTitle(label: string): string {
  const { title } = text.outbox.edit;
  return label === '' ? title : text.line.of(title, label);
}
