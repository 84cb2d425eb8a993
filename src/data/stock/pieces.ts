import { queryOptions } from '@tanstack/react-query';
import type { ItemPiece } from '#domain/scan/scan.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { PIECE_ANSWERS } from './piece-answers.ts';
import type { StockItem } from './stock.ts';

/** An item's place and numbered pieces, retired ones too. */
export function piecesQuery(api: StaffApi, { type, id }: StockItem) {
  return queryOptions({
    queryKey: staffKeys.pieces(type, id),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, PIECE_ANSWERS, 'pieces', { type, id }, signal),
  });
}

/**
 * Gives more pieces of an item the next numbers.
 * @param key of this attempt: a repeat with it numbers nothing twice
 * @returns the number of pieces with a number, retired ones too
 * @throws {Failure} 422 for more pieces than are in stock
 */
export async function numberPieces(
  api: StaffApi,
  item: StockItem,
  count: number,
  key: string,
): Promise<number> {
  return (await callFunction(api, PIECE_ANSWERS, 'number_pieces', { ...item, count, key })).pieces
    .length;
}

/** Saves a piece's note and whether it is retired. @throws {Failure} 422 when it would exceed the stock */
export async function editPiece(
  api: StaffApi,
  { id, note, retired }: Pick<ItemPiece, 'id' | 'note' | 'retired'>,
): Promise<void> {
  await callFunction(api, PIECE_ANSWERS, 'edit_piece', { id, note: note ?? '', retired });
}

/** Says where an item belongs; an empty text: nowhere in particular. @throws {Failure} */
export async function setPlace(api: StaffApi, item: StockItem, place: string): Promise<void> {
  await callFunction(api, PIECE_ANSWERS, 'set_place', { ...item, place });
}

/** Labels of items by their codes, or by those of their pieces. */
export function labelsQuery(api: StaffApi, codes: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.labels(codes),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, PIECE_ANSWERS, 'labels', { codes: [...codes] }, signal),
  });
}

/** The item or piece of a label's code, the orders that have it, and the next steps. */
export function scanQuery(api: StaffApi, code: string) {
  return queryOptions({
    queryKey: staffKeys.scan(code),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, PIECE_ANSWERS, 'scan', { code }, signal),
  });
}
