import { keepPreviousData } from '@tanstack/react-query';
import { shouldRetry } from './retry.ts';

/** Rows on one page of a list. */
export const ROWS_PER_PAGE = 25;

/** One page of a list. */
export interface ListPage<Row> {
  items: Row[];
  /** How many rows match in all; null where the page was requested by cursor. */
  total: number | null;
  /** False where more match: a search counts up to 1,000. */
  total_is_exact: boolean;
  /** Where the next page starts; null on the last. */
  next: string | null;
}

/** Staff see a failure after one retry instead of three: lists refetch on their own. */
export const retryOnce = (failures: number, error: Error) =>
  failures < 1 && shouldRetry(failures, error);

/** How lists are read: previous rows stay until new ones arrive; live updates invalidate them. */
export const listOptions = {
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
  retry: retryOnce,
} as const;

/** A part of a list: a page, counted from 1, or the rows after a cursor. */
export type ListPart = { size: number } & ({ page: number } | { cursor: string });
