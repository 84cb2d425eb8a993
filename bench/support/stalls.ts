import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How long the event loop of a process was held up, in ms. */
export interface Stalls {
  /** The longest time from when a timer was due until it ran. */
  longest: number;
  /** How much of that the thread was ready and waited for a core, which others had. */
  waiting: number;
  /** The longest without such waits: what is left of it on a machine with cores enough. */
  own: number;
}

export const NO_STALLS: Stalls = { longest: 0, waiting: 0, own: 0 };

/** The variables by which a Node process tells of its stalls in a file, which is to be in memory. */
export const tellingStalls = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'site-watch.ts')).href}`,
  BENCH_STALLS: file,
});

/** Reads such a file: each call answers for the time since the one before. */
export function followStalls(file: string): () => Stalls {
  let read = 0;
  return () => {
    const lines = readFileSync(file, 'utf8').split('\n').slice(read, -1);
    read += lines.length;
    return lines
      .map((line) => line.split(' ').map(Number))
      .map(([longest = 0, waiting = 0]) => ({ longest, waiting, own: longest - waiting }))
      .reduce(worse, NO_STALLS);
  };
}

/** The worse of two times. */
export function worse(one: Stalls, other: Stalls): Stalls {
  const longer = other.longest > one.longest ? other : one;
  return { ...longer, own: Math.max(one.own, other.own) };
}

/** What RESULTS says of them. */
export const stallsText = ({ longest, waiting, own }: Stalls) =>
  `Longest stall of our event loop: ${longest.toFixed(1)} ms, of which it waited ${waiting.toFixed(1)} ms for a core that another
process had; longest without such waits: ${own.toFixed(1)} ms (reach: ≤ 30 ms).`;
