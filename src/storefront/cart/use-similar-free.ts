import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { similarFreeQuery } from '#data/catalogue/availability.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { lineKey } from '#domain/cart/cart-line.ts';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import type { WantedItem } from '#domain/stock/shortage.ts';
import { useCart } from './cart-store.ts';

export interface SimilarFreeOptions {
  /** Reads nothing, and finds nothing, where it is false. */
  enabled?: boolean;
  /** Items stay when they are added to the cart from here: their cards would go from under the pointer. */
  keepsAdded?: boolean;
}

/** Items like one that are free on some dates and not in the cart, nearest first: the same wherever they are offered. */
export function useSimilarFree(
  wanted: WantedItem,
  dates: RentalDates,
  { enabled = true, keepsAdded = false }: SimilarFreeOptions = {},
): { items: readonly CatalogueItem[]; isPending: boolean } {
  const { api } = useRouter().options.context;
  const { lines, ready } = useCart();
  const [before, setBefore] = useState<typeof lines | null>(null);
  if (ready && !before) setBefore(lines);
  const known = (keepsAdded && before) || lines;
  const inCart = new Set(known.map(lineKey));
  const isNew = ({ kind, id }: CatalogueItem) => !inCart.has(lineKey({ type: kind, id }));
  const first = useQuery({ ...similarFreeQuery(api, wanted, dates), enabled });
  // why only then: with each change of the cart all short lines and booked cards would ask again.
  const isUsedUp = Boolean(first.data?.length) && !first.data?.some(isNew);
  const ids = known.filter(({ type }) => type === wanted.type).map(({ id }) => id);
  const next = useQuery({
    ...similarFreeQuery(api, wanted, dates, isUsedUp ? ids : []),
    enabled: enabled && isUsedUp,
  });
  const { data = [], isPending } = isUsedUp ? next : first;
  return { items: enabled ? data.filter(isNew) : [], isPending };
}
