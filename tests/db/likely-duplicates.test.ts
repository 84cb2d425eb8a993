import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { describe, expect, inject, test } from 'vitest';
import { useStaffStock } from './staff-stock.ts';
import { nestedPlans, rowsRead } from './nested-plans.ts';
import { committedAs, type CallerName } from './studio.ts';

const { studio, call, said } = useStaffStock();

interface Proposed {
  id: string;
  customer_number: string;
  enquiries: number;
  orders: number;
}
type Likely = { customer: Proposed; reasons: string[] }[];
interface Pairs {
  pairs: { one: Proposed; other: Proposed; reasons: string[] }[];
  more: boolean;
}

const of = async (id: string, caller?: CallerName) =>
  (await call<{ likely_duplicates: Likely }>('customer_record', { id }, caller)).likely_duplicates;
const allPairs = () => call<Pairs>('duplicate_pairs', { size: 100 });
const tell = (one: string, other: string, apart?: boolean, caller?: CallerName) =>
  call('tell_apart', { one, other, ...(apart !== undefined && { apart }) }, caller);

let made = 0;
/** Mobiles that are far from each other. */
const nextMobile = () => {
  made += 1;
  return `+916${String(made * 1_100_011).padStart(9, '0')}`;
};
const customer = async (
  first: string,
  last: string,
  more: { mobile?: string; email?: string } = {},
) => {
  const { mobile = nextMobile(), email } = more;
  const [row] = await studio.db.owner<{ id: string; number: string }[]>`
    insert into customers (first_name, last_name, mobile, email)
    values (${first}, ${last}, ${mobile}, ${email ?? null}) returning id, customer_number as number`;
  if (!row) throw new Error('No customer.');
  return { ...row, mobile };
};
/** Reasons for each pair of the list of all that has the customer. */
const listed = async (id: string) =>
  (await allPairs()).pairs
    .filter(({ one, other }) => one.id === id || other.id === id)
    .map(({ one, other, reasons }) => ({ id: one.id === id ? other.id : one.id, reasons }));
const found = async (id: string) =>
  (await of(id)).map((likely) => ({ id: likely.customer.id, reasons: likely.reasons }));

/** Findings of both functions about a customer; both must agree. */
const likely = async (id: string) => {
  const one = await found(id);
  expect(await listed(id)).toEqual(expect.arrayContaining(one));
  expect(await listed(id)).toHaveLength(one.length);
  return one;
};

/** One digit of a mobile is another one. */
const oneOff = (mobile: string) =>
  `${mobile.slice(0, 9)}${(Number(mobile[9]) + 1) % 10}${mobile.slice(10)}`;

describe('reasons', () => {
  test.each([
    ['asha.q1@studio.test', 'ASHA.Q1@Studio.test'],
    ['ash.a.q2@gmail.com', 'ashaq2@gmail.com'],
    ['ashaq3@gmail.com', 'asha.q3+props@googlemail.com'],
    ['asha.q4@studio.test', 'asha.q4+set@studio.test'],
  ])('the same mailbox, %s and %s', async (email, same) => {
    const one = await customer('Qone', `Mailone${made}`, { email });
    const other = await customer('Qtwo', `Mailtwo${made}`, { email: same });
    expect(await likely(one.id)).toEqual([{ id: other.id, reasons: ['email'] }]);
    expect(await likely(other.id)).toEqual([{ id: one.id, reasons: ['email'] }]);
  });

  test('another mailbox is none: dots count where the host is not Gmail', async () => {
    const one = await customer('Qdot', 'Alone', { email: 'q.dot@studio.test' });
    await customer('Qother', 'Single', { email: 'qdot@studio.test' });
    expect(await likely(one.id)).toEqual([]);
  });

  test.each([
    ['Zoë', 'Qnamea', 'ZOE', 'qnamea'],
    ['Lia', 'Q’DSouza', 'Lia', "Q'Dsouza"],
    ['Ravi', 'Qnameb', 'Qnameb', 'Ravi'],
    ['Anne-Marie', 'Qnamec', 'Anne Marie', 'Qnamec'],
  ])('the same name, %s %s and %s %s', async (first, last, otherFirst, otherLast) => {
    const one = await customer(first, last);
    const other = await customer(otherFirst, otherLast);
    expect(await likely(one.id)).toEqual([{ id: other.id, reasons: ['name'] }]);
  });

  test('a mobile one digit off, or with two digits exchanged, only where more is alike', async () => {
    const one = await customer('Qmeera', 'Nair', { mobile: '+919812345670' });
    const digit = await customer('Qmeera', 'Das', { mobile: '+919812345678' });
    const exchanged = await customer('Nair', 'Qmeera', { mobile: '+919812354670' });
    await customer('Qtara', 'Iyer', { mobile: '+919812345671' });
    await customer('Qmeera', 'Twooff', { mobile: '+919812345688' });
    expect(await likely(one.id)).toEqual([
      { id: exchanged.id, reasons: ['exchanged', 'name'] },
      { id: digit.id, reasons: ['digit', 'word'] },
    ]);
  });

  test('an initial in common is no word of the name', async () => {
    const one = await customer('K', 'Qinita');
    await customer('K', 'Qinitb', { mobile: oneOff(one.mobile) });
    expect(await likely(one.id)).toEqual([]);
  });

  test('a name or an address that more than five have is not enough alone, both together are', async () => {
    const same: { id: string }[] = [];
    for (let n = 0; n < 6; n += 1) {
      same.push(await customer('Qcommon', 'Name'));
      same.push(
        await customer('Qoffice', `Person${'abcdef'.charAt(n)}`, { email: 'office@qcommon.test' }),
      );
    }
    for (const { id } of same) expect(await likely(id)).toEqual([]);
    const one = await customer('Qcommon', 'Name', { email: 'office@qcommon.test' });
    const other = await customer('Name', 'Qcommon', { email: 'office@qcommon.test' });
    expect(await likely(one.id)).toEqual([{ id: other.id, reasons: ['email', 'name'] }]);
  });
});

test('the likeliest come first, five at most, with their enquiries and orders', async () => {
  const email = 'rank@qrank.test';
  const one = await customer('Qrank', 'First', { email });
  const byName = await customer('First', 'Qrank');
  const byMail = await customer('Qother', 'Mail', { email });
  const byMobile = await customer('Qrank', 'Else', { mobile: oneOff(one.mobile) });
  const byBoth = await customer('Qrank', 'First', { email });
  await studio.db.owner`insert into orders (customer_id, total_price) values (${byBoth.id}, 1)`;
  await studio.db.owner`
    insert into enquiry_orders (customer_id, total_price) select ${byBoth.id}, 1 from generate_series(1, 2)`;
  expect((await of(one.id)).map(({ customer: { id } }) => id)).toEqual([
    byBoth.id,
    byMobile.id,
    byMail.id,
    byName.id,
  ]);
  expect((await of(one.id))[0]).toEqual({
    customer: {
      id: byBoth.id,
      customer_number: byBoth.number,
      first_name: 'Qrank',
      last_name: 'First',
      mobile: byBoth.mobile,
      email,
      enquiries: 2,
      orders: 1,
    },
    reasons: ['email', 'name'],
  });
  for (let n = 0; n < 6; n += 1) await customer('Qrank', 'First', { email });
  const many = await of(one.id);
  expect(many).toHaveLength(5);
  expect(new Set(many.map(({ reasons }) => reasons.join(' ')))).toEqual(new Set(['email name']));
  const few = await call<Pairs>('duplicate_pairs', { size: 1 });
  expect(few).toMatchObject({ pairs: [{ reasons: ['email', 'name'] }], more: true });
});

test('erased and merged customers are not proposed; after the undo of a merge they are again', async () => {
  const one = await customer('Qgone', 'Away');
  const other = await customer('Qgone', 'Away');
  expect(await likely(one.id)).toHaveLength(1);
  const [merged] = await committedAs(
    studio.db,
    studio.who('crm_user'),
    (sql) => sql<{ id: string }[]>`
      select merge_customers(${one.id}, ${other.id}, ${randomUUID()}) ->> 'merge' as id`,
  );
  expect(await likely(one.id)).toEqual([]);
  expect(await likely(other.id)).toEqual([]);
  await call('undo_merge', { id: merged?.id, key: randomUUID() });
  expect(await likely(one.id)).toHaveLength(1);
  await call('erase_customer', { id: other.id }, 'admin');
  expect(await likely(one.id)).toEqual([]);
  expect(await likely(other.id)).toEqual([]);
});

describe('told apart', () => {
  test('a pair is not proposed again, in both directions, until that is taken back', async () => {
    const one = await customer('Qtold', 'Apart');
    const other = await customer('Qtold', 'Apart');
    const third = await customer('Qtold', 'Apart');
    const [late, early] = [one, other].toSorted((a, b) => (a.id < b.id ? 1 : -1));
    expect(await tell(late!.id, early!.id)).toEqual({ apart: true });
    expect(await tell(early!.id, late!.id)).toEqual({ apart: true });
    for (const { id } of [one, other]) {
      expect((await likely(id)).map((proposed) => proposed.id)).toEqual([third.id]);
    }
    const rows = await studio.db.owner`
      select one_id, other_id, told_by from customers_told_apart where one_id = ${early!.id}`;
    expect([...rows]).toEqual([
      { one_id: early!.id, other_id: late!.id, told_by: studio.who('crm_user').sub },
    ]);
    expect(await tell(one.id, other.id, false)).toEqual({ apart: false });
    expect(await likely(one.id)).toHaveLength(2);
    const events = await studio.db.owner`
      select what, to_value from crm_events where customer_id = ${one.id} and what like '%apart' order by created_at`;
    expect([...events]).toEqual([
      { what: 'told_apart', to_value: other.number },
      { what: 'untold_apart', to_value: other.number },
    ]);
  });

  test('a pair stays apart when one of both is merged into a third', async () => {
    const one = await customer('Qmerged', 'Apart');
    const other = await customer('Qmerged', 'Apart');
    const third = await customer('Qmerged', 'Apart');
    await tell(one.id, other.id);
    await committedAs(
      studio.db,
      studio.who('crm_user'),
      (sql) => sql`
        select merge_customers("into" => ${third.id}, "from" => ${other.id}, key => ${randomUUID()})`,
    );
    expect(await likely(one.id)).toEqual([]);
    expect(await likely(third.id)).toEqual([]);
  });

  test('is refused for one customer twice and for unknown ones', async () => {
    const id = studio.ids.customer;
    expect(await said('tell_apart', { one: id, other: id })).toMatchObject({ code: 'PT422' });
    expect(await said('tell_apart', { one: id, other: randomUUID() })).toMatchObject({
      code: 'PT404',
    });
  });
});

test('is for admin and crm_user only', async () => {
  const one = await customer('Qrole', 'Likely');
  const other = await customer('Qrole', 'Likely');
  expect(await of(one.id, 'admin')).toHaveLength(1);
  for (const caller of ['inventory_user', 'no profile', 'anon'] as const) {
    for (const [name, given] of [
      ['customer_record', { id: one.id }],
      ['duplicate_pairs', {}],
      ['tell_apart', { one: one.id, other: other.id }],
    ] as const) {
      expect(await said(name, given, caller)).toMatchObject({ code: '42501' });
    }
  }
  for (const size of [0, 101]) {
    expect(await said('duplicate_pairs', { size })).toMatchObject({ code: 'PT400' });
  }
});

test('reads those who may be meant, not all customers', async () => {
  await studio.db.owner`
    insert into customers (first_name, last_name, mobile, email)
    select 'Bulk', 'Other' || n % 700, '+917' || lpad(n::text, 9, '0'), 'bulk' || n || '@qbulk.test'
    from generate_series(1, 1500) as n`;
  await studio.db.owner`analyze customers`;
  const one = await customer('Bulk', 'Other77', {
    mobile: '+917000000000',
    email: 'bulk900@qbulk.test',
  });
  const claims = JSON.stringify(studio.who('crm_user'));
  const run = (sql: TransactionSql) => sql`select customer_record(id => ${one.id})`;
  const statements = await nestedPlans(
    inject('postgres'),
    studio.owner.database,
    async (sql) => {
      // why: a few thousand rows are read as fast without an index.
      await sql`set local enable_seqscan = off`;
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await run(sql);
    },
    run,
  );
  expect(await of(one.id)).toHaveLength(5);
  expect(rowsRead(statements, 'customers')).toBeLessThan(300);
  const { pairs, more } = await call<Pairs>('duplicate_pairs', { size: 20 });
  expect({ listed: pairs.length, more }).toEqual({ listed: 20, more: true });
});
