import { useQueryClient } from '@tanstack/react-query';
import { itemOfCodeQuery } from '#data/stock/stock.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Looks up the item that has a code, of any kind; null where none has. @throws {Failure} without an answer */
export function useItemByCode(): (code: string) => Promise<FoundItem | null> {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  return (code) => queryClient.fetchQuery(itemOfCodeQuery(api, code));
}
