import type { CalendarEvent } from '#domain/calendar/calendar-file.ts';
import type { CrewBooking } from '#domain/calendar/day-sheet.ts';
import type { StudioDate } from '#domain/dates.ts';
import { callFunction } from './answer-call.ts';
import type { PublicApi } from './backend.ts';

/** A calendar as its link shows it. */
export interface CalendarFeed {
  /** Name of the member of staff or crew; null for the studio's. */
  name: string | null;
  subject: 'studio' | 'staff' | 'crew';
  events: CalendarEvent[];
}

/** A crew member's day. */
export interface CrewDaySheet {
  name: string;
  category: string | null;
  day: StudioDate;
  note: string | null;
  bookings: CrewBooking[];
}

type Opened = { calendar_feed: CalendarFeed | null; day_sheet: CrewDaySheet | null };

const load = (api: PublicApi) => Promise.all([api(), import('./shared-link-answers.ts')]);

/** The calendar of a link; null for a link that is unknown or was revoked. @throws {Failure} */
export async function readCalendarFeed(api: PublicApi, secret: string) {
  const [{ client }, { SHARED_LINK_ANSWERS }] = await load(api);
  const args = { secret };
  return callFunction<Opened, 'calendar_feed'>(client, SHARED_LINK_ANSWERS, 'calendar_feed', args);
}

/** The day sheet of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readDaySheet(api: PublicApi, secret: string) {
  const [{ client }, { SHARED_LINK_ANSWERS }] = await load(api);
  return callFunction<Opened, 'day_sheet'>(client, SHARED_LINK_ANSWERS, 'day_sheet', { secret });
}
