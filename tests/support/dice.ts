/** Reproducible random choices: the same for the same seed and request. */
export interface Dice {
  /** A whole number from 0 up to, but not including, `most`. */
  below(most: number): number;
  /** True with that probability (0 to 1). */
  may(chance: number): boolean;
  /** One of the items. */
  of<Value>(values: readonly Value[]): Value;
  /** Up to `most` results of `make`. */
  some<Value>(most: number, make: () => Value): Value[];
}

/** The random generator of request `at` in the run with that seed (mulberry32). */
export function createDice(seed: number, at: number): Dice {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(at + 1, 0xc2b2_ae35);
  const roll = () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(roll() * most);
  return {
    below,
    may: (chance) => roll() < chance,
    of: (values) => values[below(values.length)]!,
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}
