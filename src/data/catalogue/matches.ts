import { queryOptions } from '@tanstack/react-query';
import { everything } from '#domain/catalogue/everything.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { readPage } from './catalogue.ts';
import type { PublicApi } from './public-api.ts';
import { matchesKey } from '../core/query-keys/visitor.ts';

/**
 * The best matches of some words among everything, at most 6; with dates those that are free then. `partial`: none
 * has all of the words.
 */
export function matchesQuery(api: PublicApi, text: string, dates: RentalDates | null) {
  const search = { q: text, ...(dates && { ...dates, free: 1 as const }) };
  return queryOptions({
    queryKey: matchesKey(text, dates),
    queryFn: async ({ signal }) => {
      const request = { listing: everything, search, cursor: null, size: 6 };
      const { items, partial = false } = await readPage(api, request, signal);
      return { items, partial };
    },
  });
}
