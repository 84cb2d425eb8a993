import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../dates.ts';

/** A result of the search over everything. */
export interface FoundRecord {
  what: 'customer' | 'enquiry' | 'order' | 'item' | 'piece';
  /** uuid */
  id: string;
  /** ORD-00012; of an item or piece its code. */
  number: string;
  /** Name of the customer or item; null for an erased customer. */
  title: string | null;
  /** Kind of the item or piece. */
  type: ItemKind | null;
  /** Of a customer. */
  mobile: string | null;
  /** Label of the status of an enquiry or order. */
  status: string | null;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  /** False for an item that visitors do not see. */
  active: boolean;
}
