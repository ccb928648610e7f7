/** 32-bit hash of a text (FNV-1a with a final avalanche): the same text, the same number. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return avalanche(h);
}

/** 32-bit hash of integers, for drawing one number without keeping a generator. */
export function hashInts(...values: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const value of values) h = avalanche(h ^ Math.imul(value | 0, 0x85ebca6b));
  return h;
}

/** The hash as a fraction, 0 ≤ f < 1. */
export function fractionOf(hash: number): number {
  return hash / 0x1_0000_0000;
}

function avalanche(value: number): number {
  let h = value + 0x6d2b79f5;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A deterministic stream of numbers. */
export interface Draw {
  /** 0 ≤ f < 1. */
  fraction(): number;
  /** from ≤ n < to. */
  between(from: number, to: number): number;
  /** Integer, from ≤ n ≤ to. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}

export function drawFrom(seed: number): Draw {
  let counter = seed >>> 0;
  const fraction = (): number => {
    counter = (counter + 0x9e3779b9) >>> 0;
    return fractionOf(avalanche(counter));
  };
  return {
    fraction,
    between: (from, to) => from + (to - from) * fraction(),
    integer: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    chance: (probability) => fraction() < probability,
    pick: (items) => items[Math.floor(fraction() * items.length)] ?? items[0],
  };
}
