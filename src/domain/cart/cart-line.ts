import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { roundRupees } from '#domain/money.ts';

/** One line of the cart, in the shape that stands in `localStorage.myOrder` (spec, public side §3). */
export interface CartLine {
  /** The item's uuid. */
  id: string;
  name: string;
  /** Rupees per day, as last seen by the visitor. */
  price: number;
  /** Free items have the type that they are of (spec, public side §3). */
  type: ItemKind;
  /** Whole, 1 to {@link MAX_QUANTITY}. */
  quantity: number;
  /** ISO moment; '' when the stored one was no moment. */
  addedAt: string;
}

/** What a line says its item is. */
export const TYPE_LABELS: Record<ItemKind, string> = {
  prop: 'Prop',
  cloth: 'Clothing',
  backdrop: 'Backdrop',
  gear: 'Gear',
  set: 'Set or package',
  crew: 'Crew',
};

/** What an item brings when it is added. */
export type CartItem = Pick<CartLine, 'id' | 'name' | 'price' | 'type'>;

/** Most pieces of one item. The spec sets the minimum of 1; the maximum keeps typos out. */
export const MAX_QUANTITY = 999;

/** Most lines in a cart; what stands after them is not kept. */
export const MAX_LINES = 100;

/** why: the database takes no higher price on a line (enquiry_items_price_range). */
const MAX_PRICE = 9_999_999.99;

const MAX_NAME = 200;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What tells one line from another: the same id and type is the same line (spec, public side §4). */
export function lineKey(line: Pick<CartLine, 'id' | 'type'>): string {
  return `${line.type}:${line.id}`;
}

/** Brings any number into 1 … {@link MAX_QUANTITY}, whole; what is no number counts as 1. */
export function cleanQuantity(quantity: unknown): number {
  const number = toNumber(quantity);
  return Number.isNaN(number) ? 1 : Math.min(MAX_QUANTITY, Math.max(1, Math.floor(number)));
}

/** A price in rupees rounded to paise; 0 for what cannot be a price. */
export function cleanPrice(price: unknown): number {
  const number = toNumber(price);
  return number >= 0.005 && number <= MAX_PRICE ? roundRupees(number) : 0;
}

/**
 * Makes one line of whatever stood in the storage, or null when it names no item: without a known
 * type and a uuid nothing could be looked up or sent.
 */
export function cleanLine(raw: unknown): CartLine | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { id, name, price, type, quantity, addedAt } = raw as Record<string, unknown>;
  const known = ITEM_KINDS.find((one) => one === type);
  if (!known || typeof id !== 'string' || !UUID.test(id)) return null;
  return {
    id: id.toLowerCase(),
    name: (typeof name === 'string' && name.trim().slice(0, MAX_NAME)) || 'Unnamed item',
    price: cleanPrice(price),
    type: known,
    quantity: cleanQuantity(quantity),
    addedAt: typeof addedAt === 'string' && !Number.isNaN(Date.parse(addedAt)) ? addedAt : '',
  };
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
