import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { catalogueQuery } from '#data/catalogue/catalogue.ts';
import { crmCountsQuery } from '#data/crm/crm-counts.ts';
import {
  addNote,
  conflictingCustomer,
  customerNameQuery,
  customerQuery,
  editCustomer,
  editNote,
  eraseCustomer,
  foundCustomersQuery,
  duplicatePairsQuery,
  mergeCustomers,
  mobileHolder,
  setMessageHandled,
  tellApart,
  undoMerge,
  type NoteSubject,
} from '#data/crm/customers.ts';
import { convertEnquiry, enquiriesQuery, enquiryQuery } from '#data/crm/enquiries.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import { assignLead, leadsQuery } from '#data/crm/leads.ts';
import { assignRental } from '#data/crm/owners.ts';
import { orderQuery, ordersQuery, setOrderStatus } from '#data/crm/orders.ts';
import { profileQuery } from '#data/staff/session.ts';
import { assigneesQuery } from '#data/staff/staff.ts';
import { everything } from '#domain/catalogue/everything.ts';
import { contact, daysAhead, today, type StudioDay } from './studio-day.ts';

/** Leads, and customers that are edited, merged and erased; owners and notes. */
export function customerAnswers(studio: StudioDay): void {
  it('staff work on the lead', async () => {
    const { staff, account, queries } = studio;
    const { items } = await queries.fetchQuery(
      leadsQuery(staff, { tab: 'leads', q: '9812345678' }, account.id),
    );
    const [lead] = items;
    await assignLead(staff, lead!, account.id);
    await queries.fetchQuery(leadsQuery(staff, { tab: 'leads' }, account.id));
    await queries.fetchQuery(foundCustomersQuery(staff, '+919812345678'));
    await queries.fetchQuery(crmCountsQuery(staff));
    expect((await queries.fetchQuery(assigneesQuery(staff))).length).toBeGreaterThan(0);
    expect((await queries.fetchQuery(profileQuery(staff, account.id)))?.role).toBe('admin');
    expect(await queries.fetchQuery(customerNameQuery(staff, lead!.id))).toMatchObject({
      first_name: 'Asha',
    });
    const record = () =>
      queries.fetchQuery({ ...customerQuery(staff, lead!.customer_number), staleTime: 0 });
    const first = await record();
    const [message] = first?.messages ?? [];
    await setMessageHandled(staff, message!.id, true);
    const note = randomUUID();
    await addNote(staff, { customer_id: lead!.id }, { id: note, note: 'Pays on time' });
    await editNote(staff, { id: note, edited_at: null }, 'Pays late');
    const edit = {
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'new@example.test',
      mobile: '+919812345678',
    };
    const seen = first!.updated_at;
    await editCustomer(staff, lead!.id, edit, (await record())!.updated_at);
    const conflict = editCustomer(staff, lead!.id, { ...edit, first_name: 'Usha' }, seen);
    const error = await conflict.catch((thrown: unknown) => thrown);
    expect(conflictingCustomer(error)?.email).toBe('new@example.test');
    const invalid = editCustomer(
      staff,
      lead!.id,
      { ...edit, email: 'nowhere' },
      (await record())!.updated_at,
    );
    expect(invalidField(await invalid.catch((thrown: unknown) => thrown))).toBe('email');
    await assignLead(staff, (await record())!, null);
    await record();
  });

  it('staff own and note enquiries and orders, and merge two customers', async () => {
    const { staff, account, visitor, queries } = studio;
    const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, {}));
    const { kind: type, id, price } = pages[0]!.items[0]!;
    const items = [{ type, id, price, quantity: 1 }];
    const dates = { rental_from: daysAhead(40), rental_to: daysAhead(40) };
    const send = async (mobile: string) => {
      const person = contact({ mobile });
      const sent = await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
      return queries.fetchQuery(enquiryQuery(staff, sent.enquiry_number));
    };
    const [one, other] = [await send('+919812345681'), await send('+919812345682')];
    const noteOn = async (about: NoteSubject) => {
      const note = randomUUID();
      await addNote(staff, about, { id: note, note: 'Call back' });
      await editNote(staff, { id: note, edited_at: null }, 'Called back');
    };
    const nobody = { id: one!.id, assigned_to: null };
    await assignRental(staff, 'enquiry_orders', nobody, account.id);
    await assignRental(staff, 'enquiry_orders', { ...nobody, assigned_to: account.id }, null);
    await assignRental(staff, 'enquiry_orders', nobody, account.id);
    const late = assignRental(staff, 'enquiry_orders', nobody, null);
    await expect(late).rejects.toMatchObject({ status: 409 });
    await noteOn({ customer_id: one!.customer.id, enquiry_order_id: one!.id });
    const mine = { tab: 'enquiries', owner: 'me' } as const;
    const listed = await queries.fetchQuery(enquiriesQuery(staff, mine));
    expect(listed.items.map((row) => row.id)).toEqual([one!.id]);
    await queries.fetchQuery({ ...enquiryQuery(staff, one!.enquiry_number!), staleTime: 0 });
    const order = orderQuery(staff, await convertEnquiry(staff, one!.id));
    const made = await queries.fetchQuery(order);
    expect(made?.owner).toEqual({ id: account.id, name: 'admin' });
    await noteOn({ customer_id: one!.customer.id, order_id: made!.id });
    await assignRental(staff, 'orders', made!, null);
    await assignRental(staff, 'orders', { id: made!.id, assigned_to: null }, account.id);
    expect((await queries.fetchQuery({ ...order, staleTime: 0 }))?.notes).toHaveLength(2);
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders', owner: 'me' }));

    const record = (number: string) =>
      queries.fetchQuery({ ...customerQuery(staff, number), staleTime: 0 });
    const [into, from] = [one!.customer, other!.customer];
    const { updated_at: seen } = (await record(into.customer_number))!;
    const edit = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.test' };
    const taken = editCustomer(staff, into.id, { ...edit, mobile: '+919812345682' }, seen);
    expect(mobileHolder(await taken.catch((thrown: unknown) => thrown))).toMatchObject({
      id: from.id,
      customer_number: from.customer_number,
    });
    const pair = { one: into.id, other: from.id };
    const likely = async () =>
      (await record(into.customer_number))!.likely_duplicates.map(({ customer: { id: of } }) => of);
    expect((await likely())[0]).toBe(from.id);
    const { pairs } = await queries.fetchQuery(duplicatePairsQuery(staff));
    expect(pairs.map(({ one: older, other: newer }) => [older.id, newer.id])).toContainEqual([
      into.id,
      from.id,
    ]);
    await tellApart(staff, pair, true);
    expect(await likely()).not.toContain(from.id);
    await tellApart(staff, pair, false);

    const merge = { into: into.id, from: from.id, details: [] };
    await mergeCustomers(staff, merge, randomUUID());
    expect(await queries.fetchQuery(foundCustomersQuery(staff, '+919812345682'))).toMatchObject({
      items: [{ id: into.id, mobiles: ['+919812345682'], last_from: expect.any(String) }],
      more: false,
    });
    const merged = await record(into.customer_number);
    expect(merged?.merges).toMatchObject([{ customer_number: from.customer_number }]);
    expect((await record(from.customer_number))?.merged_into?.id).toBe(into.id);
    await undoMerge(staff, merged!.merges[0]!.id, randomUUID());
    expect((await record(from.customer_number))?.merged_into).toBeNull();
  });

  it('staff erase a customer', async () => {
    const { staff, account, visitor, queries, gateway } = studio;
    const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, {}));
    const { kind: type, id, price } = pages[0]!.items[0]!;
    const items = [{ type, id, price, quantity: 1 }];
    const person = contact({ mobile: '+919812345670' });
    const dates = { rental_from: today, rental_to: today };
    for (let n = 0; n < 2; n += 1) {
      await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
    }
    const leads = { tab: 'leads', q: '9812345670' } as const;
    const found = await queries.fetchQuery(leadsQuery(staff, leads, account.id));
    const lead = found.items[0]!;
    const mine = { tab: 'enquiries', customer: lead.id } as const;
    const [enquiry] = (await queries.fetchQuery(enquiriesQuery(staff, mine))).items;
    const order = await convertEnquiry(staff, enquiry!.id);
    const record = () => queries.fetchQuery({ ...orderQuery(staff, order), staleTime: 0 });
    const orderId = (await record())!.id;
    await setOrderStatus(staff, orderId, { status: 'returned' });
    await gateway.db.owner`
      insert into documents (kind, order_id, customer_id) values ('invoice', ${orderId}, ${lead.id})`;
    await gateway.db
      .owner`select private.freeze_document(id) from documents where order_id = ${orderId}`;
    expect(await eraseCustomer(staff, lead.id)).toMatch(/^\d{4}-12-31$/);
    expect((await record())?.customer.erased_at).not.toBeNull();
    const number = enquiry?.enquiry_number ?? '';
    await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 });
    await queries.fetchQuery({ ...enquiriesQuery(staff, mine), staleTime: 0 });
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders', customer: lead.id }));
    const erased = await queries.fetchQuery(customerQuery(staff, lead.customer_number));
    expect(erased?.orders[0]?.order_number).toBe(order);
    expect(await queries.fetchQuery(customerQuery(staff, 'CUS-99999'))).toBeNull();
  });
}
