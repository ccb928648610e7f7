import type { Hold, OpState } from '../../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { fieldName } from '../../../../shared/rules/fieldNames.ts';
import { jsonElements, jsonMembers } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { STATE_WORDS, valueInWords } from '../../../../shared/rules/valueWords.ts';
import type { ValueWords } from '../../../../shared/rules/valueWords.ts';
import type { Identity } from '../../identity.ts';
import { escape } from '../../html.ts';
import { referenced } from './effect.ts';
import { decodeOp, errorOf, titleOf } from './record.ts';
import type { OpColumns } from './record.ts';
import { ruleOf, setBy } from './rule.ts';
import type { ExportKind, HistoryItem } from './transfer.ts';

/**
 * The page of an export that people read: every write in plain words, before and after, without
 * scripts or anything from elsewhere. All text of a tenant passes `escape`.
 */

const WORDS: Readonly<Record<OpState, string>> = { ...STATE_WORDS, NEEDS_USER: 'Needs a decision' };

/** What each state means for the one who reads the page. */
const MEANING: Readonly<Record<OpState, string>> = {
  QUEUED: 'Nothing of it has reached the service.',
  SENDING: 'It was on its way when this file was made; it may have arrived.',
  UNCERTAIN: 'It may have reached the service. Waybill asks the service before it sends it.',
  VERIFYING: 'It may have reached the service. Waybill was asking when this file was made.',
  REJECTED: 'The service refused it; nothing was changed there.',
  NEEDS_USER: 'It is not sent before a person decides.',
  CONFIRMED: 'The service has it.',
  CANCELLED: 'It was taken back; it is not sent.',
  DISCARDED: 'It was given up.',
};

const HOLD_WORDS: Readonly<Partial<Record<Hold, string>>> = {
  person: 'held by a person',
  handedOver: 'handed over in a file',
  imported: 'came out of a file',
  rateLimit: 'the service asked to wait',
  grace: 'could still be taken back',
};

export interface WrittenOp {
  row: OpColumns;
  history: readonly HistoryItem[];
}

/** What a record is called; null where it is not known. */
export type NameOf = (entity: Entity, id: string) => string | null;

/** `2026-11-21 09:15:02 UTC`. */
function instant(atMs: number): string {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return 'at an unknown time';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const VALUES: ValueWords = { absent: 'nothing', yes: 'yes', no: 'no', instant };

/** A side of a change; records that it names by their ids, by what they are called. */
function side(json: string | null, entity: Entity | null, nameOf: NameOf): string {
  if (json?.startsWith('[') === true) {
    const parts = jsonElements(json).map((element) => side(element, entity, nameOf));
    return parts.length === 0 ? VALUES.absent : parts.join(', ');
  }
  const id = entity === null ? null : referenceId(json);
  return (entity === null || id === null ? null : nameOf(entity, id)) ?? valueInWords(json, VALUES);
}

function changes(row: OpColumns, nameOf: NameOf): string {
  const op = decodeOp(row);
  if (op === null) {
    return `<p>This Waybill does not understand it. Its content:</p><pre>${escape(row.patch)}</pre>`;
  }
  const had = jsonMembers(op.before);
  const setFields = setBy(op.endpoint, op.params, op.patch);
  if (setFields.length === 0) return '<p>It acts on the record as a whole.</p>';
  const theirs = new Map(op.conflicts.map((conflict) => [conflict.field, conflict.theirs]));
  const lines = setFields.map(({ field, mine }) => {
    const entity = referenced(ruleOf(op.endpoint), field);
    const cell = (json: string | null): string =>
      `<td dir="auto">${escape(side(json, entity, nameOf))}</td>`;
    const there = theirs.get(field);
    const disputed = there === undefined ? '<td>as before</td>' : cell(there);
    return (
      `<tr><th scope="row" title="${escape(field)}">${escape(fieldName(op.endpoint, field))}</th>` +
      `${cell(had.get(field) ?? null)}${cell(mine)}${theirs.size === 0 ? '' : disputed}</tr>`
    );
  });
  return (
    '<table><thead><tr><th scope="col">Field</th><th scope="col">Before</th>' +
    `<th scope="col">After</th>${theirs.size === 0 ? '' : '<th scope="col">At the service</th>'}` +
    `</tr></thead><tbody>${lines.join('')}</tbody></table>`
  );
}

function reasonOf(row: OpColumns): string {
  const error = errorOf(row.error);
  if (error === null) return '';
  const { message, safe } = error;
  return `<p class="why">${escape([message, safe ?? ''].join(' ').trim())}</p>`;
}

function section({ row, history }: WrittenOp, index: number, nameOf: NameOf): string {
  const hold = row.hold === null ? undefined : HOLD_WORDS[row.hold];
  const state = WORDS[row.state] + (hold === undefined ? '' : `, ${hold}`);
  const record = row.label === '' ? row.target_id : row.label;
  const lines = history.map(
    ({ at, to, reason }) =>
      `<li><time>${escape(instant(at))}</time> ${escape(wordOf(to))}${
        reason === null ? '' : `: ${escape(reason)}`
      }</li>`,
  );
  return (
    `<section><h2>${index + 1}. ${escape(titleOf(row.endpoint))}: <bdi>${escape(record)}</bdi></h2>` +
    `<p><strong>${escape(state)}.</strong> ${escape(MEANING[row.state])}</p>${reasonOf(row)}` +
    changes(row, nameOf) +
    `<p class="facts">Made ${escape(instant(row.created_at))} · ` +
    `${row.attempts === 1 ? '1 attempt' : `${row.attempts} attempts`} · ${escape(row.id)}</p>` +
    `<details><summary>What happened to it</summary><ol>${lines.join('')}</ol></details></section>`
  );
}

function wordOf(state: string): string {
  return Object.hasOwn(WORDS, state) ? WORDS[state as OpState] : state;
}

const STYLE = `:root{color-scheme:light dark}
body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h2{margin:2rem 0 .25rem;font-size:1.1rem;overflow-wrap:anywhere}
table{table-layout:fixed;border-collapse:collapse;width:100%;margin:.5rem 0}
th:first-child{width:25%}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8888;text-align:start;vertical-align:top;overflow-wrap:anywhere}
.facts,summary,time{font-size:.875rem;opacity:.8}
.why{font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

/** The whole page. Times are in UTC. */
export function exportPage(
  writes: readonly WrittenOp[],
  about: { kind: ExportKind; now: number; identity: Identity },
  nameOf: NameOf,
): string {
  const { kind, now, identity } = about;
  const where =
    identity.workspace === 'local' ? 'the local workspace of Waybill' : escape(identity.service);
  const what = writes.length === 1 ? '1 write' : `${writes.length} writes`;
  const handing =
    kind === 'handOver'
      ? 'They were handed over with this file: where it was made they are held. Import it where they are to be sent.'
      : 'This is a copy: they wait where it was made, too. Let them go in one place only.';
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<title>Outbox of Waybill, ${escape(instant(now))}</title><style>${STYLE}</style></head><body>` +
    `<h1>Outbox of Waybill</h1><p>${what} for ${where}, exported ${escape(instant(now))}. ${handing}</p>` +
    '<p>To import: open Waybill with the same account, go to the outbox, choose “Import”, and take the whole ZIP.</p>' +
    `${writes.map((one, index) => section(one, index, nameOf)).join('')}</body></html>\n`
  );
}
