import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ActivitySubject } from '#domain/activity/activity.ts';
import type { ActivitySearch } from '#domain/activity/activity-search.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { ACTIVITY_ANSWERS } from './activity-answers.ts';

/** Search and filters of the log, and the record or change that it is about. */
export type ActivityQuestion = Omit<ActivitySearch, 'about'> & { about: ActivitySubject | null };

/** Changes of settings and staff are not announced, so an open log polls for them. */
const REFETCH_MS = 10_000;
const ROWS_OF_PART = 50;

/** Changes by staff, newest first, in pages. */
export function activityQuery(api: StaffApi, question: ActivityQuestion) {
  const { about, q, ...filters } = question;
  const args = { ...filters, ...(about && { about }), ...(q && { query: q }), most: ROWS_OF_PART };
  return infiniteQueryOptions({
    queryKey: staffKeys.activity(args),
    ...listOptions,
    refetchInterval: REFETCH_MS,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        ACTIVITY_ANSWERS,
        'activity',
        { ...args, ...(pageParam && { before: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** The staff whose changes may be in the log, by name, with those who left. */
export function activityPeopleQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.activityPeople,
    staleTime: 30_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, ACTIVITY_ANSWERS, 'activity_people', {}, signal),
  });
}
