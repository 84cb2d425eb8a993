import { useQueries } from '@tanstack/react-query';
import { lookupQuery, type LookupOption } from '#data/lookups.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { useFailureNotice } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** What a kind's lookups offer, by the item's columns that refer to them. */
export type LookupOptions = Readonly<Record<string, readonly LookupOption[]>>;

/** How far the reading of a list is. */
export type LookupState = 'loading' | 'failed' | 'read';

/** All lists that a kind's items choose from, by the item's columns. */
export interface Lookups {
  options: LookupOptions;
  states: Readonly<Record<string, LookupState>>;
  /** Reads those again that could not be read. */
  retry: () => void;
}

/** Reads all lists that a kind's items choose from, and tells of a failure (back office §8). */
export function useLookupLists(kind: InventoryKind): Lookups {
  const api = useStaffApi();
  const reads = useQueries({ queries: kind.lookups.map((lookup) => lookupQuery(api, lookup)) });
  const failed = reads.filter(({ isError, data }) => isError && !data);
  useFailureNotice(kind.texts.lookupsFailed, {
    error: failed[0]?.error ?? null,
    errorUpdatedAt: failed[0]?.errorUpdatedAt ?? 0,
  });
  const byField = <T>(of: (read: (typeof reads)[number] | undefined) => T) =>
    Object.fromEntries(kind.lookups.map(({ field }, at) => [field, of(reads[at])]));
  return {
    options: byField((read) => read?.data ?? []),
    states: byField((read): LookupState => {
      if (read?.data) return 'read';
      return read?.isError && !read.isFetching ? 'failed' : 'loading';
    }),
    retry: () => {
      for (const read of failed) void read.refetch();
    },
  };
}

/** What a kind's lists offer. */
export function useLookups(kind: InventoryKind): LookupOptions {
  return useLookupLists(kind).options;
}
