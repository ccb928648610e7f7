import type { HttpReply, HttpRequest } from '../../electron/core/ports.ts';
import { claims } from './world.ts';

/** Answers to readings, by user and address, as long as nothing has changed since. */
export class Cache {
  readonly #now = new Map<string, HttpReply>();
  readonly #old = new Map<string, HttpReply>();

  get(key: string): HttpReply | undefined {
    return this.#now.get(key);
  }

  set(key: string, reply: HttpReply): void {
    this.#now.set(key, reply);
  }

  /** Something changes: what was answered until now is old. */
  age(): void {
    for (const [key, reply] of this.#now) this.#old.set(key, reply);
    this.#now.clear();
  }

  /** What was answered before something changed; undefined where it never was asked. */
  old(key: string): HttpReply | undefined {
    return this.#old.get(key);
  }
}

/** Under which an answer is kept; nothing is for somebody who is not signed in. */
export function keyOf({ url }: HttpRequest, token: string): string {
  return token === '' ? '' : `${claims(token).sub} ${url}`;
}

/** Whether a token is good for anything still. */
export function isAlive(token: string, nowMs: number, dead: ReadonlySet<string>): boolean {
  if (token === '') return false;
  const { exp, sid } = claims(token);
  return exp * 1000 > nowMs && !dead.has(sid);
}
