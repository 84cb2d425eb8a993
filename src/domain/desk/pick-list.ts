import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';

/** The two steps at the desk: pieces leave, pieces come back. */
export type DeskStep = 'hand-over' | 'return';

/** The customer of an order at the desk. Name and mobile are null once erased. */
export interface DeskCustomer {
  id: string;
  number: string;
  name: string | null;
  mobile: string | null;
}

/** A numbered piece of an item: `PRP-00012-03`. */
export interface DeskPiece {
  id: string;
  code: string;
  /** It is with the customer of this order. */
  out: boolean;
}

/** An item of an order line, or a part of a kit on it. A line and an item identify it. */
export interface DeskLine {
  line: string;
  item: string;
  type: ItemKind;
  name: string;
  code: string;
  /** URL of the first picture. */
  image: string | null;
  /** Where it belongs: "Shelf B3". */
  place: string | null;
  quantity: number;
  /** Pieces with the customer now. */
  out: number;
  /** Pieces returned, good or damaged. */
  back: number;
  /** Pieces that did not come back. */
  missing: number;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  /** Calendar days since the last day of the line, while pieces are out; 0 if it is not late. */
  late_days: number;
  /** Name of the kit that it is a part of. */
  part_of: string | null;
  /** Rupees per piece and day. */
  price: number;
  pieces: DeskPiece[];
}

/** The charge that is proposed for a late line; rupees without GST. */
export interface LateLine {
  line: string;
  description: string;
  quantity: number;
  days: number;
  /** Per piece and day. */
  price: number;
  total: number;
}

/** The reason of a charge. */
export type ChargeKind = 'late' | 'damage' | 'missing';

/** State of a returned piece. */
export type Condition = 'good' | 'damaged' | 'missing';

/** Pieces of one item in a movement. */
export interface MovementItem {
  line: string;
  item: string;
  name: string;
  code: string;
  quantity: number;
  condition: Condition;
  note: string | null;
  /** Names in the private bucket `returns`. */
  photos: string[];
}

/** One hand-over or return, undone or not. */
export interface DeskMovement {
  id: string;
  kind: 'hand_over' | 'return';
  day: StudioDate;
  /** ISO 8601 */
  created_at: string;
  /** Name of the member of staff; null if the account is gone. */
  by: string | null;
  /** Why it was entered for an earlier day. */
  reason: string | null;
  /** ISO 8601 */
  undone_at: string | null;
  undo_reason: string | null;
  lines: MovementItem[];
}

/** A free-text line of the order, such as a delivery. */
export interface DeskText {
  line: string;
  description: string;
  quantity: number;
  /** It was added by a return. */
  charge: ChargeKind | null;
}

/** Everything that the desk shows of one order. */
export interface PickList {
  order: {
    id: string;
    order_number: string;
    status: string;
    customer: DeskCustomer;
    rental_from: StudioDate | null;
    rental_to: StudioDate | null;
  };
  /** Sorted by place, then name. */
  lines: DeskLine[];
  texts: DeskText[];
  late: { days: number; lines: LateLine[]; total: number } | null;
  /** Newest first. */
  movements: DeskMovement[];
}

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

/** All pieces that the step can still move. */
export function totalLeft(lines: readonly DeskLine[], step: DeskStep): number {
  return lines.reduce((sum, line) => sum + leftOf(line, step), 0);
}

/** The step that an order is at: pieces go out until all are, then they come back. */
export function nextStep({ lines }: Pick<PickList, 'lines'>): DeskStep {
  return totalLeft(lines, 'hand-over') > 0 || totalLeft(lines, 'return') === 0
    ? 'hand-over'
    : 'return';
}
