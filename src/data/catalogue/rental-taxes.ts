import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from './public-api.ts';
import { rentalTaxesKey } from '../core/query-keys/availability.ts';

/** The rates of GST by kind of item, for what a visitor's order costs. */
export function rentalTaxesQuery(api: PublicApi) {
  return queryOptions({
    queryKey: rentalTaxesKey,
    queryFn: async ({ signal }) => (await api()).rpc('rental_taxes', {}, signal),
    staleTime: 5 * 60_000,
  });
}
