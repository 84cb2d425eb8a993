import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { roundRupees } from '#domain/money.ts';

/** One line of the cart, in the format of `localStorage.myOrder` (docs/product/cart-and-totals.md). */
export interface CartLine {
  /** The item's uuid. */
  id: string;
  name: string;
  /** Rupees per day, as last shown to the visitor. */
  price: number;
  /** The item's kind, for free items too. */
  type: ItemKind;
  /** Whole, 1 to {@link MAX_QUANTITY}. */
  quantity: number;
  /** ISO date and time; '' if the stored one was invalid. */
  addedAt: string;
}

/** The part of a line that comes from the item. */
export type CartItem = Pick<CartLine, 'id' | 'name' | 'price' | 'type'>;

/** Highest quantity of one item; a guard against typing errors. */
export const MAX_QUANTITY = 999;

/** Most lines in a cart; further ones are dropped. */
export const MAX_LINES = 100;

/** why: the database accepts no higher price on a line (enquiry_items_price_range). */
const MAX_PRICE = 9_999_999.99;

const MAX_NAME = 200;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Identifies a line: the same id and type is the same line. */
export function lineKey(line: Pick<CartLine, 'id' | 'type'>): string {
  return `${line.type}:${line.id}`;
}

/** Clamps to a whole number from 1 to {@link MAX_QUANTITY}; anything but a number becomes 1. */
export function cleanQuantity(quantity: unknown): number {
  const number = toNumber(quantity);
  return Number.isNaN(number) ? 1 : Math.min(MAX_QUANTITY, Math.max(1, Math.floor(number)));
}

/** A price in rupees rounded to paise; 0 for an invalid price. */
export function cleanPrice(price: unknown): number {
  const number = toNumber(price);
  return number >= 0.005 && number <= MAX_PRICE ? roundRupees(number) : 0;
}

/**
 * Reads one line of untrusted storage; null without a known type and a uuid, since such a line can be
 * neither looked up nor sent.
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
