const grouped = new Intl.NumberFormat('en-IN');

/** A count with Indian grouping: `2,113`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** `1 item`, `2,113 items`. */
export function itemsWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;
}

/**
 * The line under a catalogue: 'Showing 48 of 2,113 items' while there is more, 'Showing N items'
 * when all are there (design §5).
 */
export function showingWords(shown: number, total: number): string {
  return shown < total
    ? `Showing ${formatCount(shown)} of ${itemsWords(total)}`
    : `Showing ${itemsWords(shown)}`;
}
