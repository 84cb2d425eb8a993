import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeRental } from '#data/crm/rental-changes.ts';
import { deskSearchQuery } from '#data/desk/desk-search.ts';
import {
  makeCalendarLink,
  makeDaySheetLink,
  revokeLink,
  sharedLinksQuery,
} from '#data/desk/links.ts';
import { readCalendarFeed, readDaySheet } from '#data/desk/shared-links.ts';
import { daysAhead, type StudioDay } from './studio-day.ts';

/** The search over everything, calendar links and day sheets. */
export function linkAnswers(studio: StudioDay): void {
  it('the search over everything, and links of calendars and day sheets', async () => {
    const { staff, visitor, gateway, queries } = studio;
    const sql = gateway.db.owner;
    await sql`
      insert into customers (first_name, last_name, mobile) values ('Zaffre', 'Zohra', '+919812345699')`;
    const found = await queries.fetchQuery(deskSearchQuery(staff, 'zaffre'));
    expect(found).toMatchObject([{ what: 'customer', title: 'Zaffre Zohra', type: null }]);
    const crew = await sql<{ id: string }[]>`
      insert into crews (name, price, quantity, category_id)
      select name, 1, 1, (select id from crew_categories limit 1)
      from unnest(array['Zain', 'Zoya']) as name returning id`;
    const [set] = await sql<{ id: string }[]>`
      insert into sets (name, price, quantity, category) values ('Zinc loft', 1, 1, 'package') returning id`;
    const [member, other] = crew.map(({ id }) => id);
    const customer = { id: found[0]!.id };
    const dates = { rental_from: daysAhead(50), rental_to: daysAhead(51) };
    const lines = [
      { type: 'crew', item: member!, quantity: 1 },
      { type: 'crew', item: other!, quantity: 1 },
      { type: 'set', item: set!.id, quantity: 1 },
    ] as const;
    const key = () => randomUUID();
    await makeRental(staff, { ...dates, customer, lines, make: 'order', key: key() });
    const records = await queries.fetchQuery(deskSearchQuery(staff, 'zaffre z'));
    expect(records.map(({ what }) => what)).toEqual(['customer', 'order']);
    await queries.fetchQuery(deskSearchQuery(staff, 'zain'));
    const calendar = await makeCalendarLink(staff, { subject: 'studio' }, key());
    const days = await makeCalendarLink(staff, { subject: 'crew', person: member! }, key());
    const request = { item: member!, day: daysAhead(50), note: 'At 7' };
    const sheet = await makeDaySheetLink(staff, request, key());
    const feed = await readCalendarFeed(visitor, calendar.secret);
    expect(feed?.events.length).toBeGreaterThan(0);
    expect(await readCalendarFeed(visitor, days.secret)).toMatchObject({ name: 'Zain' });
    const day = await readDaySheet(visitor, sheet.secret);
    expect(day).toMatchObject({ name: 'Zain', note: 'At 7' });
    expect(day?.bookings).toMatchObject([{ sets: ['Zinc loft'], crew: ['Zoya'] }]);
    const links = await queries.fetchQuery(sharedLinksQuery(staff));
    const kinds = links.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['calendar', 'calendar', 'day_sheet']);
    await revokeLink(staff, calendar.id);
    expect(await readCalendarFeed(visitor, calendar.secret)).toBeNull();
  });
}
