import { ITEM_KINDS, type ItemKind } from './kind.ts';

/** The kind of items of that name; undefined for any other text, such as `order`. */
export function itemKindOf(name: unknown): ItemKind | undefined {
  return ITEM_KINDS.find((one) => one === name);
}
