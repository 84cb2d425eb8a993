import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Event loop delays of a process, in ms. */
export interface Stalls {
  /** The longest delay from when a timer was due until it ran. */
  longest: number;
  /** The part of it in which the thread was runnable and waited for a core. */
  waiting: number;
  /** The longest delay without such waits: what remains on a machine with enough cores. */
  own: number;
}

export const NO_STALLS: Stalls = { longest: 0, waiting: 0, own: 0 };

/** Environment variables that make a Node process write its delays to a file in memory. */
export const tellingStalls = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'site-watch.ts')).href}`,
  BENCH_STALLS: file,
});

/** Reads such a file; each call covers the time since the previous one. */
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

/** The maximum of both. */
export function worse(one: Stalls, other: Stalls): Stalls {
  const longer = other.longest > one.longest ? other : one;
  return { ...longer, own: Math.max(one.own, other.own) };
}

/** Their text for RESULTS.md. */
export const stallsText = ({ longest, waiting, own }: Stalls) =>
  `Longest stall of our event loop: ${longest.toFixed(1)} ms, of which it waited ${waiting.toFixed(1)} ms for a core that another
process had; longest without such waits: ${own.toFixed(1)} ms (reach: ≤ 30 ms).`;
