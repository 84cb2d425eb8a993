import { expect, it } from 'vitest';
import {
  changeNotices,
  noticesQuery,
  readNotice,
  removeDevice,
  saveDevice,
  sendTestNotice,
  sessionId,
} from '#data/messages/notices.ts';
import { newSubscription } from '../notices.ts';
import type { StudioDay } from './studio-day.ts';

/** A person's notices and devices. */
export function noticeAnswers(studio: StudioDay): void {
  it('notices: the choice, devices, and what a page shows', async () => {
    const { staff, gateway, queries } = studio;
    const sql = gateway.db.owner;
    const read = () => queries.fetchQuery({ ...noticesQuery(staff), staleTime: 0 });
    expect((await read()).settings.quiet_from).toBeNull();
    await sql`select private.push_keys('public', 'private')`;
    const id = await saveDevice(staff, newSubscription());
    await sql`update private.push_subscriptions set last_ok = now() where id = ${id}`;
    const [device] = await sql<[{ session_id: string }]>`
      select session_id from private.push_subscriptions where id = ${id}`;
    expect(await sessionId(staff)).toBe(device.session_id);
    await sendTestNotice(staff, id);
    await changeNotices(staff, {
      screen: ['enquiry_new'],
      sound: ['enquiry_new'],
      push: ['item_overdue'],
      quiet_from: '22:00',
      quiet_to: '07:00',
    });
    expect(await read()).toMatchObject({ key: 'public', devices: [{ id }] });
    const [enquiry] = await sql<[{ id: string }]>`
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price, contact_first_name,
        contact_last_name)
      select id, current_date, current_date, 1, 'Asha', 'Rao' from customers limit 1 returning id`;
    expect(await readNotice(staff, 'enquiry_new', enquiry.id)).toMatchObject({ name: 'Asha' });
    await removeDevice(staff, id);
    expect((await read()).devices).toEqual([]);
  });
}
