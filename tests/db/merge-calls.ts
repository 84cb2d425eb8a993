import { randomUUID } from 'node:crypto';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

export type Row = Record<string, unknown>;

/** A studio for tests of merged customers, with the calls that they make. */
export function useMerges() {
  const studio = useStudio();
  const mobiles: string[] = [];

  const run = (
    statement: string,
    values: (string | string[] | null)[] = [],
    caller: CallerName = 'crm_user',
  ) => committedAs(studio.db, studio.who(caller), (sql) => sql.unsafe<Row[]>(statement, values));
  const called = async (
    statement: string,
    values: (string | string[] | null)[] = [],
    caller?: CallerName,
  ) => {
    const [row] = await run(`select ${statement} as told`, values, caller);
    return row?.['told'] as Row;
  };
  const merge = (into: string, from: string, details: string[] = [], key = randomUUID()) =>
    called('merge_customers("into" => $1, "from" => $2, key => $3, details => $4)', [
      into,
      from,
      key,
      details,
    ]);
  const undo = (id: unknown, key = randomUUID()) =>
    called('undo_merge($1, $2)', [id as string, key]);
  const record = (id: string) => called('customer_record(id => $1)', [id]);
  const refused = async (promise: Promise<unknown>) => {
    const said = await refusal(promise);
    return { code: said.code, ...(JSON.parse(said.detail ?? '{}') as Row) };
  };

  const nextMobile = () => {
    const mobile = `+9194${String(mobiles.length + 1).padStart(8, '0')}`;
    mobiles.push(mobile);
    return mobile;
  };
  const enquire = (mobile: string) =>
    called(
      `submit_enquiry($1, 'Asha', 'Rao', $2, 'asha@one.test', '2030-03-01', '2030-03-03', 'Hello', $3::text::jsonb)`,
      [
        randomUUID(),
        mobile,
        JSON.stringify([{ type: 'prop', id: studio.ids.prop, quantity: 1, price: 500 }]),
      ],
      'anon',
    );
  const customerWith = async (mobile: string) => {
    const [row] = await studio.db.owner<{ id: string }[]>`
      select id from customers where mobile = ${mobile}`;
    return row?.id ?? '';
  };
  /** A customer with an enquiry, an order made from another one, a message and a note. */
  async function customer() {
    const mobile = nextMobile();
    await enquire(mobile);
    await enquire(mobile);
    const id = await customerWith(mobile);
    const sql = studio.db.owner;
    const [first] = await sql<{ id: string }[]>`
      select id from enquiry_orders where customer_id = ${id} order by enquiry_number limit 1`;
    await called('convert_enquiry_to_order($1)', [first!.id]);
    await called(
      `submit_contact_enquiry($1, 'Asha', 'Rao', $2, 'asha@one.test', 'Hello')`,
      [randomUUID(), mobile],
      'anon',
    );
    await run('insert into customer_notes (customer_id, note) values ($1, $2)', [id, 'Pays late']);
    return { id, mobile };
  }
  const owned = async (id: string) => {
    const [row] = await studio.db.owner<Row[]>`
      select (select count(*)::int from enquiry_orders where customer_id = ${id}) as enquiries,
        (select count(*)::int from orders where customer_id = ${id}) as orders,
        (select count(*)::int from contact_enquiries where customer_id = ${id}) as messages,
        (select count(*)::int from customer_notes where customer_id = ${id}) as notes`;
    return row;
  };
  /** The figures of all leads, and the same counted again. */
  const figures = async () => {
    const sql = studio.db.owner;
    const read = () => sql<Row[]>`
      select * from private.lead_figures
      where (enquiries, open_enquiries, orders, messages, unhandled_messages) <> (0, 0, 0, 0, 0) order by customer_id`;
    const counted = await read();
    await sql`select private.recount_leads()`;
    return { counted: [...counted], recounted: [...(await read())] };
  };
  const age = (merged: unknown) =>
    studio.db
      .owner`update customer_merges set merged_at = now() - interval '24 hours' where id = ${merged as string}`;
  return {
    studio,
    run,
    called,
    merge,
    undo,
    record,
    refused,
    nextMobile,
    enquire,
    customerWith,
    customer,
    owned,
    figures,
    age,
  };
}
