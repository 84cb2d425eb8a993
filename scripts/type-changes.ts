import { diffLines } from 'diff';

/** The lines that go (-) and come (+) between two texts, for reading. */
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
