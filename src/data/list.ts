import { keepPreviousData } from '@tanstack/react-query';
import { shouldRetry } from './retry.ts';

/** Rows on one page of a list. */
export const ROWS_PER_PAGE = 25;

/** One page of a list. */
export interface ListPage<Row> {
  items: Row[];
  /** How many rows match in all. */
  total: number;
  /** False where there are more than that: a search is counted up to 1,000. */
  total_is_exact: boolean;
  /** Where the next page starts; null on the last. */
  next: string | null;
}

/** Staff are told of a failure at once, after one more try: the lists ask again by themselves. */
export const retryOnce = (failures: number, error: Error) =>
  failures < 1 && shouldRetry(failures, error);

/** How a list is read: the rows of before stay until others are here; live updates renew it. */
export const listOptions = {
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
  retry: retryOnce,
} as const;

/** A part of a list: a page from 1, or what follows a cursor. */
export type ListPart = { size: number } & ({ page: number } | { cursor: string });
