import { keepPreviousData } from '@tanstack/react-query';
import { shouldRetry } from './retry.ts';

/** Rows on one page of a list. */
export const ROWS_PER_PAGE = 25;

/** Staff see a failure after one retry instead of three: lists refetch on their own. */
export const retryOnce = (failures: number, error: Error) =>
  failures < 1 && shouldRetry(failures, error);

/** Options of lists: previous rows stay until new ones arrive; live updates invalidate them. */
export const listOptions = {
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
  retry: retryOnce,
} as const;

/** A part of a list: a page, counted from 1, or the rows after a cursor. */
export type ListPart = { size: number } & ({ page: number } | { cursor: string });
