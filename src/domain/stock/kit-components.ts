import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { readQuantity } from '../plain-number.ts';
import { count, optionalCount, optionalText, text } from '../shape.ts';

/** An item as the search for components finds it. */
export const foundItem = z.object({
  type: itemKind,
  id: text,
  /** PRP-00012 */
  code: text,
  name: text,
  /** Pieces there are; 0 where they are not counted. */
  quantity: count,
  /** Rupees per day. */
  price: count,
  active: z.boolean(),
});
export type FoundItem = z.output<typeof foundItem>;

/** An item as the search for what to rent out finds it. */
export const rentableItem = z.object({
  ...foundItem.shape,
  /** Address of the first picture. */
  image: optionalText,
  /** Where it belongs. */
  place: optionalText,
  /** Pieces free on the days, and pieces there are; null without days and where pieces are not counted. */
  free: optionalCount,
  of: optionalCount,
});
export type RentableItem = z.output<typeof rentableItem>;

/** An item inside of a kit. */
export const kitComponent = z.object({
  type: itemKind,
  id: text,
  code: text,
  name: text,
  /** Pieces in one kit, 1 to {@link MOST_OF_A_COMPONENT}. */
  quantity: count,
  /** Pieces there are; null where they are not counted. */
  of: optionalCount,
});
export type KitComponent = z.output<typeof kitComponent>;

/** The database's limit. */
export const MOST_OF_A_COMPONENT = 1000;

/** Why a typed text is no number of pieces in a kit; undefined where it is one. */
export function piecesProblem(typed: string): string | undefined {
  const pieces = readQuantity(typed);
  if (pieces === null) return 'Enter a whole number';
  if (pieces < 1) return '1 is the least';
  return pieces > MOST_OF_A_COMPONENT ? `${MOST_OF_A_COMPONENT} is the most` : undefined;
}

/** The list with an item at its end; one more of an item that is already there. */
export function withComponent(list: readonly KitComponent[], item: FoundItem): KitComponent[] {
  const present = list.find(({ id }) => id === item.id);
  if (present) return withPieces(list, item.id, present.quantity + 1);
  const { type, id, code, name, quantity } = item;
  return [...list, { type, id, code, name, quantity: 1, of: quantity === 0 ? null : quantity }];
}

/** The list with another quantity of a component, within the limits. */
export function withPieces(
  list: readonly KitComponent[],
  id: string,
  quantity: number,
): KitComponent[] {
  const clamped = Math.min(MOST_OF_A_COMPONENT, Math.max(1, Math.trunc(quantity)));
  return list.map((one) => (one.id === id ? { ...one, quantity: clamped } : one));
}

/** The list with a component one place earlier (-1) or later (1). */
export function moved(list: readonly KitComponent[], id: string, by: -1 | 1): KitComponent[] {
  const at = list.findIndex((one) => one.id === id);
  const [one, other] = [list[at], list[at + by]];
  if (!one || !other) return [...list];
  return list.with(at, other).with(at + by, one);
}

/** Whether two lists make the same kit, in the same order. */
export function isSameKit(one: readonly KitComponent[], other: readonly KitComponent[]): boolean {
  const text = (list: readonly KitComponent[]) =>
    list.map(({ id, quantity }) => `${id} ${quantity}`).join();
  return text(one) === text(other);
}
