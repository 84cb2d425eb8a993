import { queryOptions } from '@tanstack/react-query';
import type { StudioDate } from '#domain/dates.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** A new link. */
export interface MadeLink {
  /** uuid */
  id: string;
  /** The secret part of its address, which cannot be read again. */
  secret: string;
}

/** A valid link. */
export interface SharedLink {
  /** uuid */
  id: string;
  kind: 'calendar' | 'day_sheet';
  subject: 'studio' | 'staff' | 'crew';
  /** Name of the member of staff or crew. */
  name: string | null;
  /** Of a day sheet. */
  day: StudioDate | null;
  /** ISO. */
  created_at: string;
  /** Name of the member of staff. */
  created_by: string | null;
  /** Day on which somebody opened it last. */
  last_opened: StudioDate | null;
}

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
    queryFn: ({ signal }) => rpc(api, 'calendar_links', person ? { person } : {}, signal),
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
  return rpc(api, 'make_calendar_link', { ...subject, key });
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
  return rpc(api, 'make_day_sheet_link', { ...request, key });
}

/** Ends a link for good. @throws {Failure} */
export async function revokeLink(api: StaffApi, id: string): Promise<void> {
  await rpc(api, 'revoke_link', { id });
}
