import type { ItemKind } from '../catalogue/kinds/kind.ts';

/** An item as the search for components finds it. */
export interface FoundItem {
  type: ItemKind;
  id: string;
  /** PRP-00012 */
  code: string;
  name: string;
  /** Pieces there are; 0 where they are not counted. */
  quantity: number;
  active: boolean;
}

/** An item inside of a kit. */
export interface KitComponent {
  type: ItemKind;
  id: string;
  code: string;
  name: string;
  /** Pieces in one kit, 1 to {@link MOST_OF_A_COMPONENT}. */
  quantity: number;
  /** Pieces there are; null where they are not counted. */
  of: number | null;
}

/** The database's limit. */
export const MOST_OF_A_COMPONENT = 1000;

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
