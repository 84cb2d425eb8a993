import type { LookupLabel } from '#domain/inventory/item-log.ts';
import type { LookupOptions } from './use-lookups.ts';

/** Names ids by the lists that were read. */
export function lookupLabel(lookups: LookupOptions): LookupLabel {
  return (field, id) => lookups[field]?.find((option) => option.id === id)?.label;
}
