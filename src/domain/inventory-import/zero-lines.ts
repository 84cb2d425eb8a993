import type { ItemValues } from '../inventory/item-log.ts';
import type { ImportFields } from './import-fields.ts';

/**
 * Whether a new line makes an active item at ₹0 or with quantity 0, of which the form asks too
 * (docs/product/inventory.md#import-and-export). Items are active unless the line says no.
 */
export function isNewAtZero({ price, quantity, active }: ImportFields): boolean {
  return active !== 'false' && (price === '0' || quantity === '0');
}

/** Whether a changed line sets price or quantity to 0, and does not take the item off the site. */
export function isChangedToZero({ price, quantity, active }: ItemValues): boolean {
  return active !== false && (price === 0 || quantity === 0);
}
