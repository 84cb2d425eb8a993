import { queryOptions } from '@tanstack/react-query';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import type { WantedItem } from '#domain/stock/shortage.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import { itemCodeIn } from '#domain/crm/item-code.ts';
import type { SwapItem } from '#domain/crm/conversion-choices.ts';
import type { ShortItem } from '#domain/crm/short-lines.ts';
import type { StudioDate } from '#domain/days.ts';
import { callFunction } from '../core/answer-call.ts';
import { CATALOGUE_ANSWERS } from '../catalogue/catalogue-answers.ts';
import { notFree, RESERVATION_ANSWERS } from './reservation-answers.ts';
import { STOCK_ANSWERS } from './stock-answers.ts';
import { failureDetails } from '../core/failure-details.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';

/** The short items of a refusal because something is not free; null for another error. */
export function refusedItems(error: unknown): ShortItem[] | null {
  return failureDetails(error, 'PT409', notFree)?.lines ?? null;
}

/**
 * Holds every line of an open enquiry until a time, or extends its hold. A repeat with the same key holds
 * once.
 * @param hold.until ISO 8601
 * @throws {Failure} 409 with {@link refusedItems} where something is not free, 422 for a wrong time
 */
export async function holdEnquiry(
  api: StaffApi,
  hold: { id: string; until: string; key: string },
): Promise<void> {
  await callFunction(api, RESERVATION_ANSWERS, 'hold_enquiry', hold);
}

/** Releases the hold of an enquiry. @throws {Failure} */
export async function releaseHold(api: StaffApi, id: string): Promise<void> {
  await callFunction(api, RESERVATION_ANSWERS, 'release_hold', { id });
}

/** All conflicts, soonest first, 200 at most; refetched like the lists. */
export function conflictsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.conflicts,
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, RESERVATION_ANSWERS, 'conflicts', {}, signal),
  });
}

/** A line that is short, on its days. */
export interface SwapQuestion {
  kind: ItemKind;
  id: string;
  quantity: number;
  rental_from: StudioDate;
  rental_to: StudioDate;
}

const swapItem = ({ free = null, of = null, ...item }: CatalogueItem): SwapItem => {
  const { kind, id, code, name, price, images } = item;
  return { kind, id, code, name, price, images, free, of };
};

/** Items like one that are free on some days, the nearest first, 12 at most. */
export function swapsQuery(api: StaffApi, question: SwapQuestion) {
  return queryOptions({
    queryKey: staffKeys.swaps(question),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }) => {
      const items = await callFunction(api, CATALOGUE_ANSWERS, 'similar_free', question, signal);
      return items.map(swapItem);
    },
  });
}

/** why another function: words of visitors' texts are no codes. */
async function itemsOfCode(
  api: StaffApi,
  asked: { q: string } & RentalSpan,
  signal: AbortSignal,
): Promise<SwapItem[]> {
  const { items } = await callFunction(api, STOCK_ANSWERS, 'find_rentable', asked, signal);
  return items
    .filter(({ code }) => code === asked.q)
    .map(({ type: kind, id, code, name, price, image, free, of }) => {
      return { kind, id, code, name, price, images: image === null ? [] : [image], free, of };
    });
}

/** Most items that a search for a swap reads. */
const MOST_FOUND = 24;

/** Items of all kinds by words of their texts, or one by its code, as many pieces of which are free on the days. */
export function swapSearchQuery(api: StaffApi, question: SwapQuestion, q: string) {
  const { rental_from, rental_to, quantity } = question;
  const args = { q, rental_from, rental_to, only_free: true, size: MOST_FOUND };
  return queryOptions({
    queryKey: staffKeys.swaps(args),
    staleTime: 0,
    retry: retryOnce,
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const found = itemCodeIn(q)
        ? await itemsOfCode(api, { q, rental_from, rental_to }, signal)
        : await callFunction(api, CATALOGUE_ANSWERS, 'search_by_words', args, signal).then(
            ({ items }) => items.map(swapItem),
          );
      return found.filter(({ free }) => free === null || free >= quantity);
    },
  });
}

/**
 * The free pieces of items on some days, all lines together: one answer for each line, in the same order.
 * @param period null while the days are not known: nothing is read
 * @param items at most 100 lines
 */
export function freeQuery(api: StaffApi, period: RentalSpan | null, items: readonly WantedItem[]) {
  const wanted = items.map(({ type, id, quantity }) => ({ type, id, quantity }));
  const args = { rental_from: '', rental_to: '', ...period, items: wanted };
  return queryOptions({
    queryKey: staffKeys.free(args),
    staleTime: 0,
    retry: retryOnce,
    enabled: period !== null && wanted.length > 0,
    queryFn: ({ signal }) => callFunction(api, CATALOGUE_ANSWERS, 'availability', args, signal),
  });
}
