import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { catalogueItemsQuery } from '#data/catalogue/catalogue-items.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { reconcileCart } from './cart-notes.ts';

/**
 * Reads the current prices and availability of the cart's items when a cart view opens, when the
 * window regains focus and when a line is added, and updates the cart.
 * @returns the items by id, for pictures and links, and the state of the read
 */
export function useCartCheck(lines: readonly CartLine[]) {
  const { api } = useRouter().options.context;
  const ids = [...new Set(lines.map((line) => line.id))].toSorted();
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...catalogueItemsQuery(api, ids),
    placeholderData: keepPreviousData,
  });
  const requested = ids.join();
  useEffect(() => {
    if (data && !isPlaceholderData && requested) reconcileCart(data, requested.split(','));
  }, [data, isPlaceholderData, requested]);
  const checkAgain = async () => {
    // why: an unchanged answer does not re-run the effect, but the cart may have changed.
    const { data: fresh } = await refetch();
    if (fresh) reconcileCart(fresh, ids);
  };
  return {
    items: new Map(data?.map((item) => [item.id, item])),
    failed: isError,
    checkAgain,
  };
}
