import { diffLines } from 'diff';

/** A line diff of two texts, for the terminal. */
export function changedLines(before: string, after: string): string[] {
  return diffLines(before, after)
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ added, value }) =>
      value
        .trimEnd()
        .split('\n')
        .map((line) => `${added ? '+' : '-'} ${line.trim()}`),
    );
}
