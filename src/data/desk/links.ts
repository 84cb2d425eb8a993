import { queryOptions } from '@tanstack/react-query';
import type { StudioDate } from '#domain/days.ts';
import { retryOnce } from '../core/list.ts';
import type { MadeLink } from '../core/made-link.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { LINK_ANSWERS } from './link-answers.ts';

/** Whose calendar: the studio's, or that of a member of staff or crew with their id. */
export type CalendarSubject = { subject: 'studio' } | { subject: 'staff' | 'crew'; person: string };

/**
 * The valid links that the user may manage, newest first.
 * @param person uuid of a member of staff or crew, for their links only
 */
export function sharedLinksQuery(api: StaffApi, person?: string) {
  return queryOptions({
    queryKey: staffKeys.linksOf(person),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, LINK_ANSWERS, 'calendar_links', person ? { person } : {}, signal),
  });
}

/**
 * Makes the address of a calendar.
 * @param key of this attempt: a repeat with it makes no second link
 * @throws {Failure}
 */
export async function makeCalendarLink(
  api: StaffApi,
  subject: CalendarSubject,
  key: string,
): Promise<MadeLink> {
  return callFunction(api, LINK_ANSWERS, 'make_calendar_link', { ...subject, key });
}

/** A crew member's day. */
export interface DaySheetRequest {
  /** uuid of the crew member. */
  item: string;
  day: StudioDate;
  note: string;
}

/**
 * Makes the link of a crew member's day sheet.
 * @param key of this attempt: a repeat with it makes no second link
 * @throws {Failure} 409 if no order has the crew member on that day
 */
export async function makeDaySheetLink(
  api: StaffApi,
  request: DaySheetRequest,
  key: string,
): Promise<MadeLink> {
  return callFunction(api, LINK_ANSWERS, 'make_day_sheet_link', { ...request, key });
}

/** Ends a link for good. @throws {Failure} */
export async function revokeLink(api: StaffApi, id: string): Promise<void> {
  await callFunction(api, LINK_ANSWERS, 'revoke_link', { id });
}
