import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { catalogueItemsQuery } from '#data/catalogue-items.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { reconcileCart } from './cart-notes.ts';

/**
 * Reads prices and activity of the cart's items again when a view of the cart opens, when the
 * visitor comes back to it, and when a line is added; takes what changed into the cart.
 * @returns the items by id, for pictures and links, and what is needed to try a failed read again
 */
export function useCartCheck(lines: readonly CartLine[]) {
  const { api } = useRouter().options.context;
  const ids = [...new Set(lines.map((line) => line.id))].toSorted();
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...catalogueItemsQuery(api, ids),
    placeholderData: keepPreviousData,
  });
  const asked = ids.join();
  useEffect(() => {
    if (data && !isPlaceholderData && asked) reconcileCart(data, asked.split(','));
  }, [data, isPlaceholderData, asked]);
  const checkAgain = async () => {
    // why: an answer that is the same as before causes no effect, but the cart may have changed.
    const { data: fresh } = await refetch();
    if (fresh) reconcileCart(fresh, ids);
  };
  return {
    items: new Map(data?.map((item) => [item.id, item])),
    failed: isError,
    checkAgain,
  };
}
