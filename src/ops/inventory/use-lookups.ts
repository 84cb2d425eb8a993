import { useQueries } from '@tanstack/react-query';
import { lookupQuery, type LookupOption } from '#data/lookups.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { useFailureNotice } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** What a kind's lookups offer, by the item's columns that refer to them. */
export type LookupOptions = Readonly<Record<string, readonly LookupOption[]>>;

/** Reads all lists that a kind's items choose from, and tells of a failure (back office §8). */
export function useLookups(kind: InventoryKind): LookupOptions {
  const api = useStaffApi();
  const reads = useQueries({ queries: kind.lookups.map((lookup) => lookupQuery(api, lookup)) });
  const failed = reads.find(({ isError, data }) => isError && !data);
  useFailureNotice(kind.texts.lookupsFailed, {
    error: failed?.error ?? null,
    errorUpdatedAt: failed?.errorUpdatedAt ?? 0,
  });
  return Object.fromEntries(kind.lookups.map(({ field }, at) => [field, reads[at]?.data ?? []]));
}
