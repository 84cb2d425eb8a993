import type { FrozenDocument, FrozenLine } from './frozen-document.ts';

/** A line that two revisions of a document do not have in common. */
export interface LineDifference {
  /** Null: the line was added. */
  seen: FrozenLine | null;
  /** Null: the line was removed. */
  current: FrozenLine | null;
}

/** Facts of a line that its customer decides on. */
const COMPARED = ['text', 'quantity', 'days', 'unit_price', 'discount', 'rate', 'total'] as const;

/**
 * Lines that were changed, removed or added between two revisions, in the order of the current one, removed lines last.
 * Lines belong together by the item's readable id, those without an item by their text; headings are left out.
 */
export function documentDifference(
  seen: Pick<FrozenDocument, 'lines'>,
  current: Pick<FrozenDocument, 'lines'>,
): LineDifference[] {
  const remaining = new Map<string, FrozenLine[]>();
  for (const line of priced(seen)) {
    const key = keyOf(line);
    remaining.set(key, [...(remaining.get(key) ?? []), line]);
  }
  const differences: LineDifference[] = [];
  for (const line of priced(current)) {
    const former = remaining.get(keyOf(line))?.shift() ?? null;
    if (!former || COMPARED.some((fact) => former[fact] !== line[fact])) {
      differences.push({ seen: former, current: line });
    }
  }
  for (const removed of [...remaining.values()].flat()) {
    differences.push({ seen: removed, current: null });
  }
  return differences;
}

const priced = ({ lines }: Pick<FrozenDocument, 'lines'>) =>
  lines.filter(({ kind }) => kind !== 'heading');

const keyOf = ({ code, text }: FrozenLine) => code ?? `text ${text}`;
