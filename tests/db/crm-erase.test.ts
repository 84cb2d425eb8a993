import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { committedAs, refusal, sqlState, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

const run = (statement: string, caller: CallerName) =>
  committedAs(studio.db, studio.who(caller), (sql) => sql.unsafe(statement));
const erase = async (id: string, caller: CallerName = 'admin') => {
  const [row] = await run(`select erase_customer('${id}') as told`, caller);
  return row?.told as Record<string, unknown>;
};
const message = (mobile: string) =>
  run(
    `select submit_contact_enquiry('${randomUUID()}', 'Asha', 'Rao', '${mobile}', 'asha@whisper.test', 'Whisper wish')`,
    'anon',
  );
const enquire = async (mobile: string) => {
  const items = `[{"type": "prop", "id": "${studio.ids.prop}", "quantity": 1, "price": 500}]`;
  await run(
    `select submit_enquiry('${randomUUID()}', 'Asha', 'Rao', '${mobile}', 'asha@whisper.test',
      '2030-03-01', '2030-03-03', 'Whisper wish', '${items}')`,
    'anon',
  );
};
const customerWith = async (mobile: string) => {
  const [row] = await studio.db.owner<{ id: string }[]>`
    select id from customers where mobile = ${mobile}`;
  return row?.id ?? '';
};
/** Rows of any table that still contain one of these texts. */
const leftOf = async (texts: string[]) => {
  const tables = await studio.db.owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await studio.db.owner.unsafe<{ row: string }[]>(
        `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike any ($1)`,
        [texts.map((text) => `%${text}%`)],
      );
      return rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return found.flat();
};

describe('erasing a customer', () => {
  test('keeps numbers, dates and amounts, and no personal data', async () => {
    const mobile = '+919111100001';
    await enquire(mobile);
    await enquire(mobile);
    await message(mobile);
    const id = await customerWith(mobile);
    const sql = studio.db.owner;
    const [first] = await sql<{ id: string }[]>`
      select id from enquiry_orders where customer_id = ${id} limit 1`;
    await run(`select convert_enquiry_to_order('${first?.id}')`, 'crm_user');
    await run(
      `insert into customer_notes (customer_id, note) values ('${id}', 'Whisper wish')`,
      'crm_user',
    );
    const [order] = await sql<{ order_number: string }[]>`
      select order_number from orders where customer_id = ${id}`;

    const said = await refusal(erase(id));
    expect(said).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(
        /^Customer CUS-\d{5} still has an order that is confirmed or in progress: ORD-\d{5}\.$/,
      ),
    });
    expect(JSON.parse(said.detail ?? '')).toEqual({ order_numbers: [order?.order_number] });
    await run(`update orders set status = 'completed' where customer_id = '${id}'`, 'crm_user');

    expect(await leftOf(['whisper'])).not.toEqual([]);
    const told = await erase(id);
    expect(told).toEqual({
      id,
      customer_number: expect.any(String),
      erased_at: expect.any(String),
      documents_until: null,
    });
    expect(await erase(id)).toEqual(told);
    expect(await leftOf(['whisper', mobile])).toEqual([]);
    const kept = await sql`
      select status, total_price::int as total, rental_days from enquiry_orders where customer_id = ${id}
      union all select status, total_price::int, rental_days from orders where customer_id = ${id} order by 1`;
    expect([...kept]).toEqual([
      { status: 'closed', total: 1500, rental_days: 3 },
      { status: 'completed', total: 1500, rental_days: 3 },
      { status: 'converted', total: 1500, rental_days: 3 },
    ]);
    const events = await sql<{ what: string }[]>`
      select what from crm_events where customer_id = ${id} and what in ('erased', 'corrected', 'note_deleted')`;
    expect([...events]).toEqual([{ what: 'erased' }]);
    expect(await sql`select from private.idempotency_keys`).toHaveLength(0);
    expect(await sql`select from private.limit_uses`).toHaveLength(
      // No uses by address remain either: these calls had none.
      0,
    );
    const [list] = await run(`select search_leads(customer_id => '${id}') as told`, 'crm_user');
    expect(list?.told).toMatchObject({ total: 0 });
    const [record] = await run(`select customer_record(id => '${id}') as told`, 'crm_user');
    expect(record?.told).toMatchObject({ first_name: null, mobile: null, notes: [], messages: [] });

    await enquire(mobile);
    expect(await customerWith(mobile)).not.toBe(id);
    const corrected = `select correct_customer('${id}', 'A', 'B', 'a@b.test', now())`;
    expect(await refusal(run(corrected, 'admin'))).toMatchObject({
      code: 'PT409',
      message: `This customer's data was erased.`,
    });
    const noted = `insert into customer_notes (customer_id, note) values ('${id}', 'Back again')`;
    expect((await refusal(run(noted, 'admin'))).code).toBe('PT409');
  });

  test('is allowed to admins only, for existing customers', async () => {
    for (const caller of [
      'anon',
      'no profile',
      'inventory_user',
      'crm_user',
      'service_role',
    ] as const) {
      expect((await refusal(erase(studio.ids.customer, caller))).code).toBe('42501');
    }
    expect((await refusal(erase(randomUUID()))).code).toBe('PT404');
  });

  test(
    'during concurrent enquiries and notes: each belongs to the new customer or is erased too',
    { tags: ['long'] },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const mobile = `+91922220000${round}`;
        await enquire(mobile);
        const id = await customerWith(mobile);
        const [noted] = await Promise.all([
          run(
            `insert into customer_notes (customer_id, note) values ('${id}', 'Secret')`,
            'crm_user',
          )
            .then(() => 'in time')
            .catch(sqlState),
          enquire(mobile),
          erase(id),
          message(mobile),
          enquire(mobile),
        ]);
        expect(['in time', 'PT409']).toContain(noted);
        const [left] = await studio.db.owner<{ rows: number }[]>`
        select (select count(*) from enquiry_orders where customer_id = ${id}
            and num_nonnulls(message, contact_first_name, contact_email) > 0)
          + (select count(*) from contact_enquiries where customer_id = ${id})
          + (select count(*) from customer_notes where customer_id = ${id}) as rows`;
        expect(Number(left?.rows)).toBe(0);
        const [all] = await studio.db.owner<{ enquiries: number }[]>`
        select count(*)::int as enquiries from enquiry_orders
        where customer_id in (${id}, ${(await customerWith(mobile)) || id})`;
        expect(all?.enquiries).toBe(3);
      }
    },
  );
});
