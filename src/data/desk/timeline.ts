import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { Period } from '#domain/timeline/periods.ts';
import type { TimelineFilters } from '#domain/timeline/timeline-search.ts';
import type { TimelineBar } from '#domain/timeline/timeline-rows.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { TIMELINE_ANSWERS } from './timeline-answers.ts';

/** Rows of the first request, which fill a screen, and of each further one; the database allows 500. */
const ROWS_OF_PART = { first: 25, further: 200 };

/** The period and filters of the timeline. */
export interface TimelineQuestion extends TimelineFilters {
  by: 'items' | 'orders';
  period: Period;
}

/**
 * The timeline of some days, part by part; refetched like the lists.
 * @param userId the signed-in user, for the owner `me`
 */
export function timelineQuery(api: StaffApi, question: TimelineQuestion, userId: string) {
  const { by, period, kind, category, customer, owner, q, show } = question;
  const args = {
    by,
    from_day: period.first,
    days: period.days,
    busy_only: by === 'items' && show !== 'all',
    ...(kind && { kind }),
    ...(category && { category }),
    ...(customer && { customer }),
    ...(owner && { assignee: owner === 'me' ? userId : owner }),
    ...(q && { q }),
  };
  return infiniteQueryOptions({
    queryKey: staffKeys.timeline(args),
    ...listOptions,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        TIMELINE_ANSWERS,
        'timeline',
        pageParam
          ? { ...args, size: ROWS_OF_PART.further, after: pageParam }
          : { ...args, size: ROWS_OF_PART.first },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** The lines of a bar that would be short on other days; empty if everything fits. */
export function datesCheckQuery(
  api: StaffApi,
  bar: Pick<TimelineBar, 'order' | 'lines'>,
  { from, to }: RentalDates,
) {
  const args = {
    id: bar.order?.id ?? '',
    rental_from: from,
    rental_to: to,
    lines: [...bar.lines],
  };
  return queryOptions({
    queryKey: staffKeys.datesCheck(args),
    staleTime: 0,
    retry: retryOnce,
    enabled: bar.order !== null,
    queryFn: ({ signal }) => callFunction(api, TIMELINE_ANSWERS, 'check_dates', args, signal),
  });
}
