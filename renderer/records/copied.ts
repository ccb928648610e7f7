import type { Entity, Row } from '../bridge.ts';
import { columnsOf, titleOf } from './columns.ts';
import { hrefOf } from './entities.ts';

/** What is known of a record as lines of text, as its list would tell it; what is empty is left out. */
export function recordText(entity: Entity, row: Row): string {
  const facts = columnsOf(entity).flatMap(({ title, text }) => {
    const value = text(row);
    return value === '' ? [] : [`${title}: ${value}`];
  });
  return [titleOf(entity, row), ...facts].join('\n');
}

/** What the app takes for a link to a record. */
const LINK = /^waybill:\/\/open\/[a-z]{1,20}\/[A-Za-z0-9_~-]{1,200}$/;

/** A link that opens an address of the desk in the installed app; null where no link can lead there. */
export function linkOfHref(address: string): string | null {
  const link = address.replace(/^#\//, 'waybill://open/');
  return LINK.test(link) ? link : null;
}

/** A link that opens the record in the installed app; null where none can, or only this computer knows it. */
export function linkTo(entity: Entity, row: Pick<Row, 'id' | 'temporary'>): string | null {
  return row.temporary ? null : linkOfHref(hrefOf(entity, row.id));
}
