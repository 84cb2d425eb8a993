/** The time below which `share` (0 to 1) of the times are. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The lower quartile: what a call costs. The rest is what else the machine had to do. */
export const quartile = (times: readonly number[]) => percentile(times, 0.25);

/**
 * The lower quartiles in ms of calls that take turns, so that all have the same machine. The first
 * three rounds are not counted.
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

/** A whole number with its thousands apart. */
export const count = (n: number) => Math.round(n).toLocaleString('en-US');

/** A Markdown table with aligned columns; the first is text, the others are figures. */
export function table([head = [], ...rows]: string[][]): string {
  const width = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(width[at] ?? 0) : cell.padEnd(width[at] ?? 0))).join(' | ')} |`;
  const rule = width.map((wide, at) => (at ? `${'-'.repeat(wide - 1)}:` : '-'.repeat(wide)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
