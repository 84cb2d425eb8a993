/** The quantile of the times at `share` (0 to 1). */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The lower quartile: the cost of a call without interference from the rest of the machine. */
export const quartile = (times: readonly number[]) => percentile(times, 0.25);

/**
 * Lower quartiles in ms of alternating calls, so that all see the same machine. The first three
 * rounds are discarded.
 */
export async function compared(
  rounds: number,
  ...calls: (() => Promise<{ ms: number }>)[]
): Promise<number[]> {
  const times = calls.map((): number[] => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [at, call] of calls.entries()) {
      const { ms } = await call();
      if (round >= 0) times[at]?.push(ms);
    }
  }
  return times.map(quartile);
}

/** An integer with thousands separators. */
export const count = (n: number) => Math.round(n).toLocaleString('en-US');

/** A Markdown table; the first column is text, the others are right-aligned numbers. */
export function table([head = [], ...rows]: string[][]): string {
  const width = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(width[at] ?? 0) : cell.padEnd(width[at] ?? 0))).join(' | ')} |`;
  const rule = width.map((wide, at) => (at ? `${'-'.repeat(wide - 1)}:` : '-'.repeat(wide)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
