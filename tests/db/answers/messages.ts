import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import {
  cancelMessage,
  channelsQuery,
  messageContentQuery,
  messagesOfQuery,
  messagesQuery,
  pauseChannel,
  resendMessage,
  sendDocument,
} from '#data/messages/messages.ts';
import type { StudioDay } from './studio-day.ts';

/** Staff send a quote by e-mail, look at what becomes of messages, and pause e-mails. */
export function messageAnswers(studio: StudioDay): void {
  it('messages: a quote by e-mail, the list, sending again, cancelling and pausing', async () => {
    const { staff, gateway, queries } = studio;
    const sql = gateway.db.owner;
    const [quote] = await sql<[{ id: string; customer: string }]>`
      with customer as (
        insert into customers (first_name, last_name, mobile, email)
        values ('Meera', 'Mehta', '+919812345677', 'meera@frameyard.test') returning id
      ), asked as (
        insert into enquiry_orders (customer_id, rental_from, rental_to, total_price)
        select id, current_date + 70, current_date + 71, 900 from customer returning id, customer_id
      )
      insert into documents (kind, enquiry_order_id, customer_id, valid_until)
      select 'quote', id, customer_id, private.today() from asked returning id, customer_id as customer`;
    await sql`select private.save_amounts(${quote.id}), private.freeze_document(${quote.id})`;
    await sql`insert into private.studio_settings (key, value)
      values ('messages.quote_subject', '"Your quote"'), ('messages.quote_text', '"Here it is."')`;
    const [test] = await sql<[{ id: string }]>`
      insert into private.outbox (channel, template, audience, user_id, params)
      select 'email', 'test', 'person', id, '{"sample_of": "overdue"}' from user_profiles limit 1 returning id`;

    // The mail server of one channel refuses the login, a person has paused the other.
    await sql`update private.channels set asked_at = now()`;
    await sql`update private.channels set paused_at = now(), problem = '535 Login', probe_at = now() where channel = 'push'`;
    const channels = await pauseChannel(staff, { channel: 'email', paused: true });
    expect(channels).toMatchObject([{ is_refused: false }, { is_refused: true }]);
    expect(await queries.fetchQuery(channelsQuery(staff))).toEqual(channels);
    await sql`update private.channels set problem = '535 Login' where channel = 'email'`;
    const figures = await queries.fetchQuery({ ...dashboardQuery(staff), staleTime: 0 });
    expect(figures.email).toMatchObject({ channel: 'email', problem: '535 Login' });

    const sent = await sendDocument(staff, { document: quote.id, key: randomUUID() });
    expect(sent).toMatchObject({ template: 'quote', about: { type: 'document', id: quote.id } });
    await sql`update private.outbox set thread = '<record@studio.test>', state = 'failed', reason = 'refused',
      problem = '550 No such mailbox', sent_at = now() where id = ${sent.id}`;
    const { pages } = await queries.fetchInfiniteQuery(messagesQuery(staff, {}));
    expect(pages[0]?.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([sent.id, test.id]));
    const of = await queries.fetchQuery(messagesOfQuery(staff, quote.customer));
    expect(of).toMatchObject([{ id: sent.id, reason: 'refused' }]);

    const content = (id: string) => queries.fetchQuery(messageContentQuery(staff, id));
    expect(await content(sent.id)).toMatchObject({ texts: { subject: 'Your quote' } });
    expect(await content(test.id)).toMatchObject({ sample_of: 'overdue' });
    await sql`insert into private.studio_settings (key, value) values ('messages.invoice_on', 'false')`;
    const [off] = await sql<[{ id: string }]>`
      insert into private.outbox (channel, template, audience) values ('email', 'invoice', 'studio') returning id`;
    expect(await content(off.id)).toEqual({ skip: 'off' });

    const again = await resendMessage(staff, { id: sent.id, key: randomUUID() });
    expect(again).toMatchObject({ id: sent.id, state: 'waiting' });
    expect(await cancelMessage(staff, sent.id)).toMatchObject({ reason: 'cancelled' });

    await pauseChannel(staff, { channel: 'email', paused: false });
    await pauseChannel(staff, { channel: 'push', paused: false });
    await sql`delete from private.studio_settings where key like 'messages.%'`;
  });
}
