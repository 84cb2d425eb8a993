import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { count, optionalDate, optionalText, studioDate, text } from '../shape.ts';
import { chargeKind } from '../crm/rental-line.ts';

/** The two steps at the desk: pieces leave, pieces come back. */
export type DeskStep = 'hand-over' | 'return';

/** The customer of an order at the desk. Name and mobile are null once erased; a storekeeper reads the first name only. */
export const deskCustomer = z.object({
  id: optionalText,
  number: optionalText,
  name: optionalText,
  mobile: optionalText,
});
export type DeskCustomer = z.output<typeof deskCustomer>;

/** A numbered piece of an item: `PRP-00012-03`. */
const deskPiece = z.object({
  id: text,
  code: text,
  /** It is with the customer of this order. */
  out: z.boolean(),
});
export type DeskPiece = z.output<typeof deskPiece>;

/** An item of an order line, or a part of a kit on it. A line and an item identify it. */
const deskLine = z.object({
  line: text,
  item: text,
  type: itemKind,
  name: text,
  code: text,
  /** URL of the first picture. */
  image: optionalText,
  /** Where it belongs: "Shelf B3". */
  place: optionalText,
  quantity: count,
  /** Pieces with the customer now. */
  out: count,
  /** Pieces returned, good or damaged. */
  back: count,
  /** Pieces that did not come back. */
  missing: count,
  rental_from: optionalDate,
  rental_to: optionalDate,
  /** Calendar days since the last day of the line, while pieces are out; 0 if it is not late. */
  late_days: count,
  /** Name of the kit that it is a part of. */
  part_of: optionalText,
  /** Rupees per piece and day; null for a storekeeper. */
  price: z.nullable(count),
  pieces: z.array(deskPiece),
});
export type DeskLine = z.output<typeof deskLine>;

/** The charge that is proposed for a late line; rupees without GST. */
const lateLine = z.object({
  line: text,
  description: text,
  quantity: count,
  days: count,
  /** Per piece and day. */
  price: count,
  total: count,
});
export type LateLine = z.output<typeof lateLine>;

/** All late lines: most days, and the sum in rupees without GST. */
const lateLines = z.object({ days: count, lines: z.array(lateLine), total: count });

/** State of a returned piece. */
const condition = z.enum(['good', 'damaged', 'missing']);
export type Condition = z.output<typeof condition>;

/** Pieces of one item in a movement. */
const movementItem = z.object({
  line: text,
  item: text,
  name: text,
  code: text,
  quantity: count,
  condition,
  note: optionalText,
  /** Names in the private bucket `returns`. */
  photos: z.array(text),
});
export type MovementItem = z.output<typeof movementItem>;

/** One hand-over or return, undone or not. */
const deskMovement = z.object({
  id: text,
  kind: z.enum(['hand_over', 'return']),
  day: studioDate,
  /** ISO 8601 */
  created_at: text,
  /** Name of the member of staff; null if the account is gone. */
  by: optionalText,
  /** Why it was entered for an earlier day, or why pieces left although they were not here. */
  reason: optionalText,
  /** Pieces of it were not in the studio by the records. */
  not_here: z.boolean(),
  /** ISO 8601 */
  undone_at: optionalText,
  undo_reason: optionalText,
  lines: z.array(movementItem),
});
export type DeskMovement = z.output<typeof deskMovement>;

/** A free-text line of the order, such as a delivery. */
const deskText = z.object({
  line: text,
  description: text,
  quantity: count,
  /** It was added by a return. */
  charge: z.nullable(chargeKind),
});
export type DeskText = z.output<typeof deskText>;

/** Everything that the desk shows of one order. */
export const pickList = z.object({
  order: z.object({
    id: text,
    order_number: text,
    status: text,
    customer: deskCustomer,
    rental_from: optionalDate,
    rental_to: optionalDate,
  }),
  /** Sorted by place, then name. */
  lines: z.array(deskLine),
  texts: z.array(deskText),
  late: z.nullable(lateLines),
  /** Pieces that came back late, damaged or not at all without a decision about charges. */
  charges_due: z.nullable(
    z.object({
      late: z.nullable(lateLines),
      lines: z.array(z.object({ line: text, item: text, quantity: count, condition })),
    }),
  ),
  /** Newest first. */
  movements: z.array(deskMovement),
});
export type PickList = z.output<typeof pickList>;

/** Lines of one place, in the order in which somebody walks past. */
export interface PlaceGroup {
  /** Null: no place is entered for these items. */
  place: string | null;
  lines: DeskLine[];
}

/** The lines of a pick list grouped by place, in their order; those without a place are last. */
export function byPlace(lines: readonly DeskLine[]): PlaceGroup[] {
  const groups = new Map<string | null, DeskLine[]>();
  for (const line of lines) {
    const place = line.place?.trim() || null;
    groups.set(place, [...(groups.get(place) ?? []), line]);
  }
  const named = [...groups].filter(([place]) => place !== null);
  const unnamed = groups.get(null);
  return [...named, ...(unnamed ? [[null, unnamed] as const] : [])].map(([place, members]) => ({
    place,
    lines: members,
  }));
}

/** Pieces of a line that the step can still move: not handed over yet, or out. */
export function leftOf(line: DeskLine, step: DeskStep): number {
  if (step === 'return') return line.out;
  return Math.max(0, line.quantity - line.out - line.back - line.missing);
}

/**
 * Pieces of an order in whole lines: a kit counts as one and not with its parts, as often as any of them is
 * counted (docs/product/desk.md#movements-and-stock).
 */
export function wholePieces(lines: readonly DeskLine[], count: (line: DeskLine) => number): number {
  const kits = new Map(
    lines.flatMap(({ line, part_of, quantity }) => (part_of === null ? [[line, quantity]] : [])),
  );
  const whole = new Map<string, number>();
  for (const row of lines) {
    const kit = row.part_of === null ? row.quantity : (kits.get(row.line) ?? row.quantity);
    const pieces = Math.ceil((count(row) * kit) / row.quantity);
    whole.set(row.line, Math.max(pieces, whole.get(row.line) ?? 0));
  }
  return [...whole.values()].reduce((sum, pieces) => sum + pieces, 0);
}

/** Pieces of one item on a line of the order. */
interface MovedPieces {
  line: string;
  item: string;
  quantity: number;
}

/** Moved pieces in whole lines; those of a line that was swapped or removed meanwhile one by one. */
export function movedPieces(lines: readonly DeskLine[], moved: readonly MovedPieces[]): number {
  const isOf = (row: DeskLine) => (one: MovedPieces) =>
    one.line === row.line && one.item === row.item;
  const sum = (some: readonly MovedPieces[]) =>
    some.reduce((total, { quantity }) => total + quantity, 0);
  const gone = moved.filter((one) => !lines.some((row) => isOf(row)(one)));
  return wholePieces(lines, (row) => sum(moved.filter(isOf(row)))) + sum(gone);
}

/** All pieces that the step can still move, in whole lines. */
export function totalLeft(lines: readonly DeskLine[], step: DeskStep): number {
  return wholePieces(lines, (line) => leftOf(line, step));
}

/** The step that an order is at: pieces go out until all are, then they come back. */
export function nextStep({ lines }: Pick<PickList, 'lines'>): DeskStep {
  return totalLeft(lines, 'hand-over') > 0 || totalLeft(lines, 'return') === 0
    ? 'hand-over'
    : 'return';
}
