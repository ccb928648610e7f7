import { randomInt, randomUUID } from 'node:crypto';
import type { Random } from '../ports.ts';

const STEPS = 2 ** 47;

/** Chance from the operating system. */
export function systemRandom(): Random {
  return { uuid: () => randomUUID(), fraction: () => randomInt(STEPS) / STEPS };
}
