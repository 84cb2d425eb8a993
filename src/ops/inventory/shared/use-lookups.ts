import { useQueries } from '@tanstack/react-query';
import type { LookupOption } from '#data/stock/inventory-answers.ts';
import { lookupQuery } from '#data/stock/lookups.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { useFailureNotice } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Options of a kind's lookups, by item column. */
export type LookupOptions = Readonly<Record<string, readonly LookupOption[]>>;

/** Loading state of a lookup. */
export type LookupState = 'loading' | 'failed' | 'read';

/** All lookups of a kind, by item column. */
export interface Lookups {
  options: LookupOptions;
  states: Readonly<Record<string, LookupState>>;
  /** Refetches the failed ones. */
  retry: () => void;
}

/** Loads all lookups of a kind and notifies of a failure. */
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

/** Options of all lookups of a kind. */
export function useLookups(kind: InventoryKind): LookupOptions {
  return useLookupLists(kind).options;
}
