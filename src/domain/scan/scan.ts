import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';

/** An action on a scanned item. */
export type ScanStep = 'hand_over' | 'take_back';

/** The item of a label. */
export interface ScannedItem {
  type: ItemKind;
  id: string;
  name: string;
  /** PRP-00012 */
  code: string;
  image: string | null;
  /** Where it belongs: "Shelf B3". */
  place: string | null;
  /** Pieces there are; 0 where they are not counted. */
  quantity: number;
  /** Null where pieces are not counted. */
  free_today: number | null;
}

/** The numbered piece of a label. */
export interface ScannedPiece {
  id: string;
  /** PRP-00012-03 */
  code: string;
  note: string | null;
  retired: boolean;
}

/** An order that has the item at present. */
export interface ItemOut {
  order_id: string;
  order_number: string;
  customer: string | null;
  line: string;
  quantity: number;
  due: StudioDate;
}

/** The next step of an order with the item. */
export interface NextStep {
  step: ScanStep;
  order_id: string;
  order_number: string;
  customer: string | null;
  /** The order's line, which may be a kit that the item is part of. */
  line: string;
  item: string;
  /** Pieces that can be handed over, or are out. */
  quantity: number;
  /** The first day of the line, or for a return its last. */
  day: StudioDate;
}

/** The item or piece of a label. An unknown code has neither, a piece of a deleted item has no item. */
export interface ScanAnswer {
  item: ScannedItem | null;
  piece: ScannedPiece | null;
  out: ItemOut[];
  /** Best first. */
  next: NextStep[];
}

/** A numbered piece of an item. */
export interface ItemPiece {
  id: string;
  number: number;
  code: string;
  note: string | null;
  retired: boolean;
}

/** Place and pieces of an item. */
export interface NumberedItem {
  /** Pieces there are; 0 where they are not counted. */
  quantity: number;
  code: string;
  place: string | null;
  /** Its pieces get no more numbers. */
  archived: boolean;
  pieces: ItemPiece[];
}

/** An item's labels: its own, and those of its pieces in use. */
export interface ItemLabels {
  item: string;
  type: ItemKind;
  name: string;
  code: string;
  place: string | null;
  pieces: { id: string; code: string }[];
}

/**
 * The code in what a scanner read: the code itself, or an address that ends in /ops/scan/<code>.
 * @returns upper case; null for a text that cannot be a code
 */
export function scannedCode(label: string): string | null {
  const text = label.trim();
  const code = (/\/ops\/scan\/([^/?#]+)/i.exec(text)?.[1] ?? text).toUpperCase();
  return /^[A-Z0-9-]{1,40}$/.test(code) ? code : null;
}

/** The address in a label's QR code. @param origin of this site, without a slash at its end */
export function scanAddress(origin: string, code: string): string {
  return `${origin}/ops/scan/${code}`;
}
