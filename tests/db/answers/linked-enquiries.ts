import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  convertEnquiry,
  endEnquiryLinks,
  enquiriesQuery,
  enquiryQuery,
  makeEnquiryLink,
  settleEnquiryChange,
} from '#data/crm/enquiries.ts';
import { answerEnquiry, readLinkedEnquiry } from '#data/crm/linked-enquiries.ts';
import { makeRental } from '#data/crm/rental-changes.ts';
import { holdEnquiry } from '#data/stock/reservations.ts';
import { daysAhead, type StudioDay } from './studio-day.ts';

/** A customer follows an enquiry by its page, asks for a change and withdraws; staff answer. */
export function linkedEnquiryAnswers(studio: StudioDay): void {
  it('the page of an enquiry', async () => {
    const { staff, visitor, gateway, queries } = studio;
    const sql = gateway.db.owner;
    const [customer] = await sql<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile)
      values ('Ezra', 'Enquirer', '+919812345697') returning id`;
    const [set] = await sql<{ id: string }[]>`
      insert into sets (name, price, quantity, category, images)
      values ('Asked loft', 900, 2, 'package', '{/storage/v1/object/public/sets/a.webp}')
      returning id`;
    const enquire = async () => {
      const made = await makeRental(staff, {
        rental_from: daysAhead(70),
        rental_to: daysAhead(71),
        customer: { id: customer!.id },
        lines: [{ type: 'set', item: set!.id, quantity: 1 }],
        make: 'enquiry',
        key: randomUUID(),
      });
      return made.number;
    };
    const idOf = async (number: string) => {
      const [row] = await sql<{ id: string }[]>`
        select id from enquiry_orders where enquiry_number = ${number}`;
      return row!.id;
    };
    const number = await enquire();
    const id = await idOf(number);
    await sql`
      update enquiry_orders set contact_mobile = '+919876543210', contact_email = 'asha@example.com' where id = ${id}`;
    const { secret } = await makeEnquiryLink(staff, { enquiry: id, key: randomUUID() });
    expect(await readLinkedEnquiry(visitor, secret)).toMatchObject({ number, state: 'open' });
    expect(await readLinkedEnquiry(visitor, '0'.repeat(64))).toBeNull();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await holdEnquiry(staff, { id, until, key: randomUUID() });
    const days = { rental_from: daysAhead(50), rental_to: daysAhead(51) };
    const change = { secret, answer: 'change', note: 'Later', ...days, key: randomUUID() } as const;
    expect(await answerEnquiry(visitor, change)).toMatchObject({
      change_waits: true,
      held_until: expect.any(String),
    });
    const listed = await queries.fetchQuery(enquiriesQuery(staff, { tab: 'enquiries', q: number }));
    expect(listed.items).toMatchObject([{ change_asked_at: expect.any(String) }]);
    const record = await queries.fetchQuery(enquiryQuery(staff, number));
    expect(record).toMatchObject({ answers: [{ answer: 'change', note: 'Later', ...days }] });
    await settleEnquiryChange(staff, id);
    const [quote] = await sql<{ id: string }[]>`
      insert into documents (kind, enquiry_order_id, customer_id, valid_until)
      values ('quote', ${id}, ${customer!.id}, private.today()) returning id`;
    await sql`select private.save_amounts(${quote!.id}), private.freeze_document(${quote!.id})`;
    expect(await readLinkedEnquiry(visitor, secret)).toMatchObject({
      state: 'quoted',
      quote: { state: 'open', opens: true },
    });
    const withdraw = { secret, answer: 'withdraw', note: '', key: randomUUID() } as const;
    expect(await answerEnquiry(visitor, withdraw)).toMatchObject({
      state: 'withdrawn',
      answer: { note: null },
    });
    await endEnquiryLinks(staff, id);
    expect(await answerEnquiry(visitor, { ...withdraw, key: randomUUID() })).toBeNull();

    const ordered = await idOf(await enquire());
    await convertEnquiry(staff, ordered);
    const link = await makeEnquiryLink(staff, { enquiry: ordered, key: randomUUID() });
    expect(await readLinkedEnquiry(visitor, link.secret)).toMatchObject({ state: 'ordered' });
  });
}
