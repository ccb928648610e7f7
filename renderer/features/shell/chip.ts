import type { Connection } from '../../bridge.ts';
import { formatCount, formatDateTime, formatTime } from '../../state/format.ts';
import { dayOf } from '../../state/zone.ts';
import { zones } from '../../state/zones.svelte.ts';
import { text } from '../../text/en.ts';
import { endsInMinutes } from './ending.ts';

/** Decides shape and colour; `needsYou` outranks everything that heals by itself. */
export type ChipTone = 'ok' | 'busy' | 'away' | 'waiting' | 'alarm' | 'signIn';

/** The time of day, with its day where that is another one. */
function sinceWords(atMs: number, nowMs: number): string {
  const isToday = dayOf(atMs, zones.current) === dayOf(nowMs, zones.current);
  return isToday ? formatTime(atMs) : formatDateTime(atMs);
}

/** What the connection chip says: the most urgent truth first. */
export function chipOf(
  connection: Connection | null,
  nowMs: number,
): { tone: ChipTone; words: string[] } {
  if (connection === null) return { tone: 'away', words: [text.chip.connecting] };
  const words: string[] = [];
  const { state, syncing, waiting, needsYou } = connection;
  let tone: ChipTone = 'ok';
  if (state === 'online') {
    if (syncing === null) words.push(text.states.online);
    else {
      words.push(text.chip.syncing(syncing.step, syncing.steps));
      tone = 'busy';
    }
  } else if (state === 'offline') {
    words.push(text.chip.offlineSince(sinceWords(connection.since, nowMs)));
    tone = 'away';
  } else if (state === 'workOffline') {
    words.push(text.chip.workOffline);
    tone = 'away';
  } else {
    words.push(state === 'expired' ? text.chip.expired : text.act.signIn);
    tone = 'signIn';
  }
  const endsIn = endsInMinutes(connection, nowMs);
  if (endsIn !== null) {
    words.push(text.chip.endsIn(endsIn));
    tone = 'signIn';
  }
  if (waiting > 0) {
    words.push(text.chip.waiting(formatCount(waiting)));
    if (tone === 'ok') tone = 'waiting';
  }
  if (needsYou > 0) {
    words.push(text.chip.needsYou(needsYou));
    tone = 'alarm';
  }
  return { tone, words };
}
