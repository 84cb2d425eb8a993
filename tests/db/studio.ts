import type { TransactionSql } from 'postgres';
import { beforeAll } from 'vitest';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import type { Database } from '#backend/postgres/database.ts';
import { asRole, createStaff, createUser, useDatabase } from '#tests/support/database.ts';
import type { Contents, Who } from '#tests/support/database.ts';

/** Everyone who may send a request, by increasing privileges. */
export const CALLERS = [
  'anon',
  'no profile',
  'storekeeper',
  'inventory_user',
  'crm_user',
  'admin',
  'service_role',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Ids of rows that `fillStudio` inserts. */
export type Ids = Record<
  'prop' | 'customer' | 'enquiry' | 'converted' | 'order' | 'spareUser' | 'spareProfile',
  string
>;

export type Studio = {
  readonly db: Database;
  /** Connection options of the same database, for another pool. */
  readonly owner: ConnectionOptions;
  readonly ids: Ids;
  who(caller: CallerName): Who;
  /** Runs SQL as that caller and rolls it back. */
  as<T>(caller: CallerName, run: (sql: TransactionSql) => Promise<T>): Promise<T>;
};

/** The lookup tables with their label column. */
export const LOOKUPS = {
  prop_brands: 'name',
  colors: 'name',
  prop_categories: 'name',
  cloth_brands: 'name',
  cloth_categories: 'name',
  clothes_size_manager: 'size_value',
  gender_options: 'label',
  backdrop_size_manager: 'size_value',
  backdrop_materials: 'name',
  gear_brands: 'name',
  gear_category_manager: 'name',
  crew_categories: 'name',
} as const;

/** A database with a small studio: every table has a row, and one that no other row references. */
export function useStudio(contents: Contents = {}): Studio {
  const home = useDatabase(contents);
  const filled = new Map<'ids', Ids>();
  const users = new Map<string, string>();
  beforeAll(async () => {
    users.set('no profile', await createUser(home.db));
    for (const role of ['storekeeper', 'inventory_user', 'crm_user', 'admin'] as const) {
      users.set(role, await createStaff(home.db, role));
    }
    filled.set('ids', await fillStudio(home.db));
  });
  const who = (caller: CallerName): Who => {
    if (caller === 'anon' || caller === 'service_role') return { role: caller };
    const sub = users.get(caller);
    if (!sub) throw new Error('The studio is there inside of tests only.');
    return { role: 'authenticated', sub };
  };
  return {
    get db() {
      return home.db;
    },
    owner: home.owner,
    get ids() {
      const ids = filled.get('ids');
      if (!ids) throw new Error('The studio is there inside of tests only.');
      return ids;
    },
    who,
    as: (caller, run) => asRole(home.db, who(caller), run),
  };
}

/** Inserts a small studio: every table has a row, and one that no other row references. */
export async function fillStudio(db: Pick<Database, 'owner'>): Promise<Ids> {
  const sql = db.owner;
  for (const [table, label] of Object.entries(LOOKUPS)) {
    const extra = table === 'gender_options' ? [', value', `, 'used'`, `, 'spare'`] : ['', '', ''];
    await sql.unsafe(
      `insert into public.${table} (${label}${extra[0]}) values ('Used'${extra[1]}), ('Spare'${extra[2]})`,
    );
  }
  const [made] = await sql<Ids[]>`
    with prop as (
      insert into props (name, price, brand_id, color_id, category_id)
      select 'Wing chair', 500, brand.id, color.id, category.id
      from prop_brands brand, colors color, prop_categories category
      where brand.name = 'Used' and color.name = 'Used' and category.name = 'Used'
      returning id
    ), clothes as (insert into clothes (name, price) values ('Red sari', 300)
    ), backdrops as (
      insert into backdrops (name, length_feet, width_feet, material_id)
      select 'Grey muslin', 10, 8, id from backdrop_materials where name = 'Used'
    ), gear as (insert into gear (name, price) values ('Softbox', 250)
    ), crews as (insert into crews (name, price) values ('Gaffer', 4000)
    ), sets as (insert into sets (name, category, price) values ('Loft', 'set', 9000)
    ), customer as (
      insert into customers (first_name, last_name, mobile, email)
      values ('Asha', 'Rao', '+919800000001', 'asha@example.test') returning id
    ), spare_customer as (
      insert into customers (first_name, last_name, mobile, email)
      values ('Spare', 'Spare', '+919800000002', 'spare@example.test') returning id
    ), told_apart as (
      insert into customers_told_apart (one_id, other_id)
      select least(customer.id, spare.id), greatest(customer.id, spare.id) from customer, spare_customer as spare
    ), enquiry as (
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price)
      select id, '2030-01-01', '2030-01-03', 1500 from customer returning id
    ), converted as (
      insert into enquiry_orders (customer_id, status, total_price)
      select id, 'converted', 0 from customer returning id
    ), enquiry_items as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
      select enquiry.id, 'prop', prop.id, 1, 500 from enquiry, prop
    ), made_order as (
      insert into orders (customer_id, enquiry_order_id, total_price)
      select customer.id, converted.id, 1500 from customer, converted returning id
    ), order_items as (
      insert into order_items (order_id, item_type, item_id, quantity, price)
      select made_order.id, 'prop', prop.id, 1, 500 from made_order, prop
    ), contact as (
      insert into contact_enquiries (customer_id, message) select id, 'Hello' from customer
    ), note as (
      insert into customer_notes (customer_id, note, author) select id, 'Pays late', id from customer
    ), merge as (
      insert into customer_merges (into_id, from_id, moved, undone_at) select id, id, '{}', now() from customer
    ), batch as (
      insert into item_batches (kind, user_id, what, changed)
      select 'prop', id, 'change', 1 from customer returning id
    ), change as (
      insert into item_changes (batch_id, item_id, code, name, was, became)
      select batch.id, prop.id, 'PRP-00001', 'Wing chair', '{"price": 400}', '{"price": 500}' from batch, prop
    ), repair as (
      insert into reservations (item_id, quantity, kind, status, rented, blocked)
      select id, 1, 'out_of_service', 'released', '[2030-01-01,2030-01-02)', '[2030-01-01,2030-01-02)' from prop
    ), piece as (
      insert into item_pieces (item_id, number, code) select id, 1, 'PRP-00001-01' from prop
    )
    select prop.id as prop, customer.id as customer, enquiry.id as enquiry,
      converted.id as converted, made_order.id as order,
      ${await createUser(db)} as "spareUser", ${await createStaff(db, 'crm_user')} as "spareProfile"
    from prop, customer, enquiry, converted, made_order`;
  await sql`insert into item_components (kit_id, component_id, quantity)
    select sets.id, props.id, 2 from sets, props`;
  await sql`with movement as (
      insert into order_movements (order_id, kind, day) values (${made?.order ?? ''}, 'hand_over', '2026-11-20')
      returning id, order_id
    )
    insert into order_movement_lines (movement_id, order_item_id, item_id, quantity)
    select movement.id, line.id, line.item_id, 1 from movement join order_items as line using (order_id)`;
  await sql`insert into enquiry_answers (enquiry_order_id, answer) values (${made?.enquiry ?? ''}, 'change')`;
  await sql`with profile as (
      insert into billing_profiles (customer_id, legal_name) values (${made?.customer ?? ''}, 'Asha Films') returning id
    ), document as (
      insert into documents (kind, order_id, customer_id, billing_profile_id)
      select 'quote', ${made?.order ?? ''}, ${made?.customer ?? ''}, id from profile returning id
    ), answer as (
      insert into document_answers (document_id, revision_hash, answer) select id, sha256(''), 'declined' from document
    )
    insert into document_lines (document_id, position, kind, text, sac, rate, place, quantity, unit_price)
    select id, 1, 'text', 'Delivery', '997319', 18, 'recipient', 1, 500 from document`;
  await sql`with payment as (
      insert into payments (order_id, customer_id, account, kind, amount, method, reference, day)
      select id, customer_id, 'rental', 'received', 500, 'upi', 'utr-1', '2026-11-20' from orders
      where id = ${made?.order ?? ''} returning id, order_id
    ), used as (
      insert into private.payment_references (method, reference, account, payment_id, order_id)
      select 'upi', 'utr-1', 'rental', id, order_id from payment
    )
    insert into payment_claims (document_id, amount, utr) select id, 500, 'utr-2' from documents`;
  for (const table of [
    'crm_rental_enquiry_statuses',
    'crm_rental_order_statuses',
    'order_payment_statuses',
  ]) {
    await sql`insert into ${sql(table)} (value, label, position) values ('spare', 'Spare', 99)`;
  }
  if (!made) throw new Error('The studio could not be filled.');
  return made;
}

/** Runs SQL as that caller and commits, as the gateway does. */
export async function committedAs<T>(
  db: Database,
  who: Who,
  run: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const claims = JSON.stringify({
    role: who.role,
    ...(who.sub && { sub: who.sub }),
    ...who.claims,
  });
  const done: { result: T }[] = [];
  await db.requests.begin(async (sql) => {
    await sql`select set_config('role', ${who.role}, true),
      set_config('request.jwt.claims', ${claims}, true),
      set_config('request.headers', ${JSON.stringify(who.headers ?? {})}, true)`;
    done.push({ result: await run(sql) });
  });
  const [answer] = done;
  if (!answer) throw new Error('The transaction answered nothing.');
  return answer.result;
}

/** The SQLSTATE of a PostgreSQL error; any other error is thrown again. */
export function sqlState(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}

/** The parts of a PostgreSQL error. */
export type Refusal = { code: string; message: string; detail?: string; hint?: string };

/** Returns the PostgreSQL error that this must end in; throws if it succeeds. */
export async function refusal(run: Promise<unknown>): Promise<Refusal> {
  let result: unknown;
  try {
    result = await run;
  } catch (error) {
    const code = sqlState(error);
    const said = error as Error & { detail?: string; hint?: string };
    return {
      code,
      message: said.message,
      ...(said.detail !== undefined && { detail: said.detail }),
      ...(said.hint !== undefined && { hint: said.hint }),
    };
  }
  throw new Error(`It was not refused, but answered ${JSON.stringify(result)}.`);
}
