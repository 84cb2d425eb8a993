import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { untilNotBusy, untilWaiting } from '#tests/support/waiting.ts';
import { today } from './enquiry.ts';
import { useQuotes, visit } from './quotes.ts';
import { committedAs, refusal } from './studio.ts';

interface Shown {
  number: string;
  state: string;
  status: string;
  total: number;
  payable: number | null;
  held_until: string | null;
  items: { name: string; quantity: number; price: number }[];
  answer: { answer: string; note: string | null } | null;
  change_waits: boolean;
  quote: { number: string; state: string; opens: boolean } | null;
  order: { number: string; status: string } | null;
}

const studio = useQuotes();
const { call, said, sql, item, enquire, convert, hold, reserved, events, issue } = studio;
const db = () => studio.studio.db;

const newLink = async (enquiry: string, reuse: string | null = null, isPersonal = false) => {
  const [made] = await sql()<{ id: string; secret: string }[]>`
    select * from private.new_enquiry_link(${enquiry}, ${reuse}, ${isPersonal})`;
  return { id: made!.id, secret: made!.secret };
};
const open = (secret: string, address: string | null = null) =>
  visit<Shown | null>(db(), 'linked_enquiry', { secret }, address);
const answer = (
  secret: string,
  given: {
    answer: string;
    note?: string;
    key?: string;
    rental_from?: string;
    rental_to?: string;
  },
  address: string | null = null,
) => visit<Shown | null>(db(), 'answer_enquiry', { secret, key: randomUUID(), ...given }, address);
const quoteOf = (secret: string) =>
  visit<{ document: { number: string } } | null>(db(), 'linked_document', { secret });
const erase = (customer: string) =>
  committedAs(db(), studio.studio.who('admin'), (query) =>
    query.unsafe(`select erase_customer('${customer}')`),
  );
const asked = async (...lines: Parameters<typeof enquire>) => {
  const enquiry = await enquire(...lines);
  return { ...enquiry, ...(await newLink(enquiry.id)), enquiry: enquiry.id };
};
const waiting = async (enquiry: string) => {
  const [row] = await sql()<{ waits: boolean }[]>`
    select change_asked_at is not null as waits from enquiry_orders where id = ${enquiry}`;
  return row?.waits;
};

describe('the page of an enquiry', () => {
  test('shows what was asked and where it stands, and nothing about the person', async () => {
    const chair = await item(3);
    const { enquiry, number, secret } = await asked({ item: chair, quantity: 2 });
    const shown = await open(secret);
    expect(shown).toMatchObject({
      number,
      state: 'open',
      status: 'pending',
      total: 300,
      // why not of the total: the test writes that itself; this is of the lines.
      payable: 708,
      held_until: null,
      items: [{ quantity: 2, price: 100 }],
      answer: null,
      quote: null,
      order: null,
    });
    expect(JSON.stringify(shown)).not.toContain('Secret wish');
    await hold(enquiry);
    expect((await open(secret))?.held_until).toMatch(/^\d{4}-.*Z$/);
    const order = await convert(enquiry);
    expect(await open(secret)).toMatchObject({
      state: 'ordered',
      payable: null,
      held_until: null,
      order: { number: order['order_number'], status: 'confirmed' },
    });
    await sql()`update orders set status = 'cancelled' where id = ${order.id}`;
    expect(await open(secret)).toMatchObject({ state: 'cancelled' });
  });

  test('shows of number and address what was typed with it, masked, whatever the record says later', async () => {
    const { enquiry, secret } = await asked({ item: await item(1) });
    expect(await open(secret)).toMatchObject({ contact: { mobile: null } });
    await sql()`
      update enquiry_orders set contact_mobile = '+919876543210', contact_email = 'asha@example.com' where id = ${enquiry}`;
    const contact = { mobile: '…43210', email: 'a…@example.com' };
    expect(await open(secret)).toMatchObject({ contact });
    await sql()`
      update customers set mobile = '+919000012345'
      where id = (select customer_id from enquiry_orders where id = ${enquiry})`;
    expect(await open(secret)).toMatchObject({ contact });
    expect(JSON.stringify(await open(secret))).not.toMatch(/asha|98765/);
  });

  test('opens with its own secret only, which is stored nowhere', async () => {
    const { id, enquiry, secret } = await asked({ item: await item(1) });
    expect(secret).toMatch(/^[\da-f]{64}$/);
    const again = await newLink(enquiry, id);
    expect(again.id).toBe(id);
    expect(await open(secret)).toBeNull();
    expect(await open(again.secret)).not.toBeNull();
    const expired = await newLink(enquiry);
    await sql()`update private.enquiry_links set expires_at = clock_timestamp() where id = ${expired.id}`;
    const ended = await newLink(enquiry);
    await sql()`update private.enquiry_links set revoked_at = clock_timestamp() where id = ${ended.id}`;
    const other = await newLink(enquiry, ended.id);
    expect(other.id).not.toBe(ended.id);
    const address = '203.0.113.30';
    for (const wrong of [secret, expired.secret, ended.secret, '', 'x'.repeat(5_000), id]) {
      expect(await open(wrong, address)).toBeNull();
      expect(await answer(wrong, { answer: 'withdraw' }, '203.0.113.31')).toBeNull();
    }
    for (let tries = 0; tries < 4; tries += 1) await open('0'.repeat(64), address);
    expect(await refusal(open(secret, address))).toMatchObject({ code: 'PT429' });
    expect(await open(again.secret, address)).not.toBeNull();
    const [row] = await sql()<{ text: string }[]>`
      select string_agg(link::text, ' ') as text from private.enquiry_links as link`;
    for (const known of [secret, again.secret]) expect(row!.text).not.toContain(known);
  });

  test('takes a change, which waits until the studio answers it', async () => {
    const { enquiry, secret } = await asked({ item: await item(1) });
    const key = randomUUID();
    const note = 'Two days later please';
    expect(await answer(secret, { answer: 'change', note, key })).toMatchObject({
      answer: { answer: 'change', note },
      change_waits: true,
    });
    await answer(secret, { answer: 'change', note, key });
    const saved = await sql()`select from enquiry_answers where enquiry_order_id = ${enquiry}`;
    expect(saved).toHaveLength(1);
    expect(await events(enquiry)).toContainEqual(['change_asked', null, null]);
    const told = await call<{ answers: unknown; change_asked_at: string }>('enquiry_record', {
      id: enquiry,
    });
    expect(told).toMatchObject({ answers: [{ answer: 'change', note }] });
    expect(await waiting(enquiry)).toBe(true);
    expect(await said('settle_enquiry_change', { enquiry }, 'inventory_user')).toMatchObject({
      code: '42501',
    });
    await call('settle_enquiry_change', { enquiry });
    expect(await waiting(enquiry)).toBe(false);
    await answer(secret, { answer: 'change', note: 'And a lamp' });
    expect(await waiting(enquiry)).toBe(true);
    await issue({ id: enquiry });
    expect(await waiting(enquiry)).toBe(false);
    const days = { rental_from: today(20), rental_to: today(22) };
    expect(await answer(secret, { answer: 'change', ...days })).toMatchObject({
      answer: { answer: 'change', note: null, ...days },
    });
    for (const [wrong, field] of [
      [{ ...days, rental_to: today(19) }, 'rental_to'],
      [{ rental_from: today(20) }, 'rental_to'],
      [{ ...days, rental_from: today(-1) }, 'rental_from'],
    ] as const) {
      const refused = await refusal(answer(secret, { answer: 'change', ...wrong }));
      expect(refused).toMatchObject({ code: 'PT422' });
      expect(JSON.parse(refused.detail ?? '')).toMatchObject({ field });
    }
    expect(await refusal(answer(secret, { answer: 'change', note: '  ' }))).toMatchObject({
      code: 'PT422',
    });
    const long = { answer: 'change', note: 'x'.repeat(2_001) };
    expect(await refusal(answer(secret, long))).toMatchObject({ code: 'PT422' });
    expect(await refusal(answer(secret, { answer: 'accepted' }))).toMatchObject({ code: 'PT422' });
  });

  test('withdraws once: closed, hold ended, told on the timeline', async () => {
    const chair = await item(1);
    const { enquiry, secret } = await asked({ item: chair });
    await hold(enquiry);
    await answer(secret, { answer: 'change', note: 'Later' });
    // The second press arrives while the first is being saved.
    let second: Promise<Shown | null> | undefined;
    await sql().begin(async (first) => {
      await first`
        select answer_enquiry(secret => ${secret}, answer => 'withdraw', note => 'Cancelled', key => ${randomUUID()})`;
      second = untilNotBusy(() => answer(secret, { answer: 'withdraw' }));
      await untilWaiting(sql());
    });
    const all = [await second, await open(secret)];
    for (const shown of all) {
      expect(shown).toMatchObject({ state: 'withdrawn', held_until: null, change_waits: false });
    }
    expect(await reserved(chair)).toEqual(['hold released 1']);
    const saved = await sql()`
      select from enquiry_answers where enquiry_order_id = ${enquiry} and answer = 'withdraw'`;
    expect(saved).toHaveLength(1);
    const told = (await events(enquiry)).map(([what]) => what);
    expect(told.filter((what) => what === 'withdrawn')).toHaveLength(1);
    const refused = await refusal(answer(secret, { answer: 'change', note: 'Again' }));
    expect(refused).toMatchObject({ code: 'PT409', detail: '{"reason": "withdrawn"}' });
    await sql()`update enquiry_orders set status = 'pending' where id = ${enquiry}`;
    expect(await open(secret)).toMatchObject({ state: 'open' });
    await sql()`update enquiry_orders set status = 'closed' where id = ${enquiry}`;
  });

  test('refuses changes of an order, an accepted quote and a closed enquiry', async () => {
    const { enquiry, secret } = await asked({ item: await item(1) });
    await convert(enquiry);
    for (const given of ['change', 'withdraw']) {
      expect(await refusal(answer(secret, { answer: given, note: 'No' }))).toMatchObject({
        code: 'PT409',
        detail: '{"reason": "ordered"}',
      });
    }
    const other = await asked({ item: await item(1) });
    await sql()`update enquiry_orders set status = 'closed' where id = ${other.enquiry}`;
    expect(await refusal(answer(other.secret, { answer: 'withdraw' }))).toMatchObject({
      detail: '{"reason": "closed"}',
    });
    const quoted = await asked({ item: await item(1) });
    const quote = await issue({ id: quoted.enquiry });
    await sql()`insert into document_answers (document_id, revision_hash, answer, name)
      values (${quote}, sha256(''), 'accepted', 'Asha')`;
    expect(await refusal(answer(quoted.secret, { answer: 'withdraw' }))).toMatchObject({
      detail: '{"reason": "accepted"}',
    });
  });

  test('opens the quote for its customer, not for a stranger with their mobile number', async () => {
    const { enquiry, secret } = await asked({ item: await item(1) });
    expect(await quoteOf(secret)).toBeNull();
    await issue({ id: enquiry });
    // The customer was known before, and this link went to whoever filled in the form.
    expect(await open(secret)).toMatchObject({
      state: 'quoted',
      payable: null,
      quote: { opens: false },
    });
    expect(await quoteOf(secret)).toBeNull();
    const personal = await newLink(enquiry, null, true);
    const shown = await open(personal.secret);
    expect(shown).toMatchObject({ quote: { opens: true, state: 'open' } });
    expect((await quoteOf(personal.secret))?.document.number).toBe(shown?.quote?.number);
  });

  test('is given by CRM staff, once per key, until they end it', async () => {
    const { enquiry, secret } = await asked({ item: await item(1) });
    const given = { enquiry, key: randomUUID() };
    for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
      expect(await said('make_enquiry_link', given, caller)).toMatchObject({ code: '42501' });
      expect(await said('end_enquiry_links', { enquiry }, caller)).toMatchObject({ code: '42501' });
    }
    const first = await call<{ id: string; secret: string }>('make_enquiry_link', given);
    const again = await call<{ id: string; secret: string }>('make_enquiry_link', given);
    expect(again.id).toBe(first.id);
    expect(await open(first.secret)).toBeNull();
    expect(await open(again.secret)).not.toBeNull();
    const told = (await events(enquiry)).map(([what]) => what);
    expect(told.filter((what) => what === 'link_made')).toHaveLength(1);
    expect(await said('make_enquiry_link', { enquiry })).toMatchObject({ code: 'PT422' });
    const unknown = { enquiry: randomUUID(), key: randomUUID() };
    expect(await said('make_enquiry_link', unknown)).toMatchObject({ code: 'PT404' });
    expect(await call('end_enquiry_links', { enquiry })).toEqual({ ended: 2 });
    expect(await open(again.secret)).toBeNull();
    expect(await open(secret)).toBeNull();
  });

  test('ends when the customer is erased, with what they wrote', async () => {
    const [person] = await sql()<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('Meera', 'Nair', '+919812345670', 'meera@studio.test') returning id`;
    const { enquiry, secret } = await asked({ item: await item(1) });
    await sql()`
      update enquiry_orders set customer_id = ${person!.id}, contact_mobile = '+919812345670' where id = ${enquiry}`;
    await answer(secret, { answer: 'change', note: 'Bring it to Indiranagar' }, '203.0.113.40');
    await erase(person!.id);
    expect(await open(secret)).toBeNull();
    expect(
      await sql()`select note, address from enquiry_answers where enquiry_order_id = ${enquiry}`,
    ).toMatchObject([{ note: null, address: null }]);
    expect(
      await sql()`select contact_mobile from enquiry_orders where id = ${enquiry}`,
    ).toMatchObject([{ contact_mobile: null }]);
    // A link that was made while the data was being erased.
    const late = await newLink(enquiry);
    expect(await open(late.secret)).toBeNull();
    expect(await answer(late.secret, { answer: 'change', note: 'x' })).toBeNull();
    const refused = await said('make_enquiry_link', { enquiry, key: randomUUID() });
    expect(refused).toMatchObject({ code: 'PT409', detail: '{"reason": "erased"}' });
  });
});
