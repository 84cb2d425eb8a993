import { pieceCountText } from '../stock/stock-text.ts';
import { itemName } from './crm-text.ts';
import { takeOverText } from './shortage-text.ts';
import type { RecordChange } from './record-change.ts';
import type { EditedRental } from './edited-rental.ts';
import type { EditableLine } from './rental-line.ts';
import type { ShortItem } from './short-lines.ts';

/** One press that makes a refused edit possible. */
export interface EditSolution {
  /** 'Hire in 2' */
  label: string;
  /** The changes to send instead of the refused ones. */
  changes: readonly RecordChange[];
  /** The notice after saving, where it is not that of the refused edit. */
  done?: string;
}

/** Item, line and pieces of a change that wants pieces; null for other changes. */
function wantedBy(change: RecordChange, lines: readonly EditableLine[]) {
  if (!('line' in change) || change.line === undefined) return null;
  const line = lines.find(({ id }) => id === change.line);
  switch (change.action) {
    case 'add':
      return { line: change.line, item: change.item, quantity: change.quantity, present: 0 };
    case 'swap':
      return {
        line: change.line,
        item: change.item,
        quantity: change.quantity ?? line?.quantity ?? 1,
        present: 0,
      };
    case 'quantity':
      return {
        line: change.line,
        item: line?.item_id,
        quantity: change.quantity,
        present: line?.quantity ?? 0,
      };
    case 'dates':
      return {
        line: change.line,
        item: line?.item_id,
        quantity: line?.quantity ?? 1,
        present: line?.quantity ?? 0,
      };
    default:
      return null;
  }
}

/**
 * The ways to do a refused edit of one line all the same: with fewer pieces, and in an order by taking over an
 * enquiry's hold, or with pieces hired in.
 * @param rental as it was read
 * @param refused the items that are not free
 */
export function editSolutions(
  changes: readonly RecordChange[],
  refused: readonly ShortItem[],
  { noun, items: lines }: Pick<EditedRental, 'noun' | 'items'>,
  now: Date,
): EditSolution[] {
  const [change, ...more] = changes;
  const wanted = change && wantedBy(change, lines);
  if (!wanted || more.length > 0) return [];
  const { line: id, item, quantity, present } = wanted;
  const line = lines.find((one) => one.id === id);
  const own = refused.length === 1 ? refused.find((one) => one.id === item) : undefined;
  const fits = own ? quantity - (own.wanted - own.free) : 0;
  const lower: EditSolution[] =
    (change.action === 'quantity' || change.action === 'add') && fits > present
      ? [
          {
            label: `Save ${fits}`,
            changes: [{ ...change, quantity: fits }],
            ...(line && { done: `${itemName(line)}: ${pieceCountText(fits)}` }),
          },
        ]
      : [];
  if (noun === 'enquiry') return lower;
  const holds = line?.availability?.holds ?? [];
  const takeOvers = holds.map((hold): EditSolution => {
    const taken = { action: 'take_over', line: id, enquiry: hold.enquiry_id } as const;
    return { label: takeOverText(hold, now), changes: [taken, change] };
  });
  const missing = refused.map(({ id: part, wanted, free }) => ({
    part,
    pieces: Math.max(1, wanted - free),
  }));
  const pieces = missing.reduce((sum, one) => sum + one.pieces, 0);
  const hired = missing.map(({ part, pieces }): RecordChange => {
    const hire = { action: 'sub_rental', line: id, quantity: pieces } as const;
    return part === item ? hire : { ...hire, item: part };
  });
  return [...lower, ...takeOvers, { label: `Hire in ${pieces}`, changes: [change, ...hired] }];
}
