import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { count, optionalText, studioDate, text } from '../shape.ts';

/** An action on a scanned item. */
const scanStep = z.enum(['hand_over', 'take_back']);
export type ScanStep = z.output<typeof scanStep>;

/** The item of a label. */
const scannedItem = z.object({
  type: itemKind,
  id: text,
  name: text,
  /** PRP-00012 */
  code: text,
  image: optionalText,
  /** Where it belongs: "Shelf B3". */
  place: optionalText,
  /** Pieces there are; 0 where they are not counted. */
  quantity: count,
  /** Null where pieces are not counted. */
  free_today: z.nullable(count),
});
export type ScannedItem = z.output<typeof scannedItem>;

/** The numbered piece of a label. */
const scannedPiece = z.object({
  id: text,
  /** PRP-00012-03 */
  code: text,
  note: optionalText,
  retired: z.boolean(),
});
export type ScannedPiece = z.output<typeof scannedPiece>;

/** An order that has the item at present. */
const itemOut = z.object({
  order_id: text,
  order_number: text,
  customer: optionalText,
  line: text,
  quantity: count,
  due: studioDate,
});
export type ItemOut = z.output<typeof itemOut>;

/** The next step of an order with the item. */
const scanNextStep = z.object({
  step: scanStep,
  order_id: text,
  order_number: text,
  customer: optionalText,
  /** The order's line, which may be a kit that the item is part of. */
  line: text,
  item: text,
  /** Pieces that can be handed over, or are out. */
  quantity: count,
  /** The first day of the line, or for a return its last. */
  day: studioDate,
});
export type NextStep = z.output<typeof scanNextStep>;

/** The item or piece of a label. An unknown code has neither, a piece of a deleted item has no item. */
export const scanAnswer = z.object({
  item: z.nullable(scannedItem),
  piece: z.nullable(scannedPiece),
  out: z.array(itemOut),
  /** Best first. */
  next: z.array(scanNextStep),
});
export type ScanAnswer = z.output<typeof scanAnswer>;

/** A numbered piece of an item. */
export const itemPiece = z.object({
  id: text,
  number: count,
  code: text,
  note: optionalText,
  retired: z.boolean(),
});
export type ItemPiece = z.output<typeof itemPiece>;

/** Place and pieces of an item. */
export const numberedItem = z.object({
  /** Pieces there are; 0 where they are not counted. */
  quantity: count,
  code: text,
  place: optionalText,
  /** Its pieces get no more numbers. */
  archived: z.boolean(),
  pieces: z.array(itemPiece),
});
export type NumberedItem = z.output<typeof numberedItem>;

/** An item's labels: its own, and those of its pieces in use. */
export const itemLabels = z.object({
  item: text,
  type: itemKind,
  name: text,
  code: text,
  place: optionalText,
  pieces: z.array(z.object({ id: text, code: text })),
});
export type ItemLabels = z.output<typeof itemLabels>;

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
