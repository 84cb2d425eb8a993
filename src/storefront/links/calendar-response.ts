import type { PublicApi } from '#data/catalogue/public-api.ts';
import { readCalendarFeed } from '#data/desk/shared-links.ts';
import { calendarFile } from '#domain/calendar/calendar-file.ts';
import type { Site } from '#domain/settings/site.ts';
import { LINK_HEADERS } from './link-headers.ts';

/**
 * The calendar with this file name, `<secret>.ics`; 404 for all others.
 * @param origin of the site, whose host the events' ids have
 * @throws {Failure} when it cannot be read, which the server answers with 503
 */
export async function calendarResponse(
  api: PublicApi,
  file: string,
  origin: string,
  site: Site,
): Promise<Response> {
  const secret = /^([\da-f]{64})\.ics$/.exec(file)?.[1];
  const feed = secret ? await readCalendarFeed(api, secret) : null;
  if (!feed) return new Response('Not Found\n', { status: 404, headers: LINK_HEADERS });
  const studio = site.studio.short_name;
  const name = feed.name === null ? studio : `${studio}: ${feed.name}`;
  return new Response(calendarFile(name, new URL(origin).hostname, feed.events), {
    headers: {
      ...LINK_HEADERS,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
    },
  });
}
