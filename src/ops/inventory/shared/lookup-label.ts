import type { LookupLabel } from '#domain/inventory/item-log.ts';
import type { LookupOptions } from './use-lookups.ts';

/** Returns a function from a lookup id to its label. */
export function lookupLabel(lookups: LookupOptions): LookupLabel {
  return (field, id) => lookups[field]?.find((option) => option.id === id)?.label;
}
