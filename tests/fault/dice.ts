/** Chance that can be repeated: the same seed gives the same throws (mulberry32). */
export interface Dice {
  seed: number;
  /** From 0 up to, not including, `below`. */
  roll(below: number): number;
  /** One of these. */
  pick<Face>(faces: readonly [Face, ...Face[]]): Face;
}

/** Dice of the seed in FAULT_SEED, or of one of their own: say it where a test fails. */
export function throwDice(): Dice {
  const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  let state = seed;
  const roll = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return { seed, roll, pick: (faces) => faces[roll(faces.length)] ?? faces[0] };
}
