const grouped = new Intl.NumberFormat('en-IN');

/** A count with Indian grouping: `2,113`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** A count with its word: `1 item`, `2,113 items`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
