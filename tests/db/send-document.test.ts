import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOutboxLists, type Row } from './outbox-lists.ts';
import { refusal } from './studio.ts';

const { studio, sql, call, item, enquire, convert, issue, stored, reasonOf } = useOutboxLists();

describe('sending a document', () => {
  const send = (document: string, key: string = randomUUID()) =>
    call<Row>('send_document', { document, key });

  test('queues one e-mail per key to the customer and is told on the timeline', async () => {
    const enquiry = await enquire({ item: await item(1) });
    const quote = await issue(enquiry);
    const key = randomUUID();
    const message = await send(quote, key);
    expect(message).toMatchObject({
      template: 'quote',
      audience: 'customer',
      state: 'waiting',
      about: { type: 'document', id: quote },
      requested_by: 'crm_user',
    });
    expect((await send(quote, key)).id).toBe(message.id);
    expect(await stored(message.id)).toMatchObject({
      customer_id: studio.ids.customer,
      enquiry_order_id: enquiry.id,
    });
    const events = await sql()`
      select from crm_events where subject_id = ${enquiry.id} and what = 'document_sent'`;
    expect(events).toHaveLength(1);
    const order = await convert((await enquire({ item: await item(1) })).id);
    const invoice = await issue({ id: order.id, from: 'order' }, { kind: 'invoice' });
    expect(await send(invoice)).toMatchObject({ template: 'invoice' });
  });

  test('is refused for a draft, an erased customer, and e-mails that are switched off', async () => {
    const enquiry = await enquire({ item: await item(1) });
    const quote = await issue(enquiry);
    const [draft] = await sql()<[{ id: string }]>`
      insert into documents (kind, enquiry_order_id, customer_id)
      values ('quote', ${enquiry.id}, ${studio.ids.customer}) returning id`;
    expect(await reasonOf(send(draft.id))).toBe('incomplete');
    await sql()`insert into private.studio_settings (key, value) values ('messages.quote_on', 'false')`;
    expect(await reasonOf(send(quote))).toBe('off');
    await sql()`delete from private.studio_settings where key = 'messages.quote_on'`;
    const [customer] = await sql()<[{ id: string }]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('To', 'Erase', '+919811111112', 'erase@frameyard.test') returning id`;
    const theirs = await issue(enquiry, { customer: customer.id });
    await sql()`update customers set erased_at = now(), first_name = null, last_name = null, mobile = null, email = null
      where id = ${customer.id}`;
    expect(await reasonOf(send(theirs))).toBe('erased');
    expect((await refusal(send(randomUUID()))).code).toBe('PT404');
  });
});
