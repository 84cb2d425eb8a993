import type { Sql } from 'postgres';
import { createUser } from '#backend/auth/users.ts';
import { RELATIONS } from '#tests/db/access-rules/relations.ts';
import { ADMIN, CRM, EVERYONE, NOBODY, type Who } from '#tests/db/access-rules/rule.ts';
import type { CallerName } from '#tests/db/studio.ts';

/** A text that occurs in exactly one place of the data. */
interface Canary {
  text: string;
  of: string;
  seenBy: Who;
}

/** Ids of the rows with canaries. */
export type CanaryIds = Record<'customer' | 'enquiry' | 'order' | 'user' | 'note', string>;

/** Text columns of non-public tables without personal data. */
const IMPERSONAL =
  `status payment_status value label item_type subject actor what from_value to_value
  role enquiry_number order_number customer_number kind charge condition moved
  state fy number place place_of_supply place_reason customer_state state_code zero_rated sac irn irn_qr
  answer account method start_page`.split(/\s+/);

/**
 * Writes a unique text into every personal column, and an e-mail address into `auth.users`.
 * `inWrong` returns the canaries in a response that the caller may not read: all of them for a null
 * caller.
 */
export async function plantCanaries(sql: Sql) {
  const canaries: Canary[] = [];
  const plant = (relation: string, column: string, text: string, seenBy?: Who) => {
    const readers = seenBy ?? RELATIONS[`public.${relation}`]?.read ?? NOBODY;
    canaries.push({ text: text.toLowerCase(), of: `${relation}.${column}`, seenBy: readers });
    return text;
  };
  let planted = 0;
  const word = (relation: string, column: string, seenBy?: Who) => {
    planted += 1;
    return plant(relation, column, `Qanary${String(planted).padStart(3, '0')}x`, seenBy);
  };
  const [item] = await sql<[{ id: string }]>`
    insert into public.crews (name) values ('With a canary') returning id`;
  const contact = (relation: string) => ({
    contact_first_name: word(relation, 'contact_first_name'),
    contact_last_name: word(relation, 'contact_last_name'),
    contact_email: plant(relation, 'contact_email', `${relation}@qanary.example`),
    message: word(relation, 'message'),
  });
  const user = await createUser(sql, {
    email: plant('auth.users', 'email', 'user@qanary.example', ADMIN),
    password: 'nobody-signs-in-as-it',
  });
  await sql`insert into public.user_profiles ${sql({
    id: user.id,
    role: 'crm_user',
    display_name: word('user_profiles', 'display_name', CRM),
  })}`;
  const [customer] = await sql<[{ id: string }]>`insert into public.customers ${sql({
    first_name: word('customers', 'first_name'),
    last_name: word('customers', 'last_name'),
    mobile: `+91${plant('customers', 'mobile', '6000770017')}`,
    email: plant('customers', 'email', 'customer@qanary.example'),
  })} returning id`;
  const [enquiry] = await sql<[{ id: string }]>`insert into public.enquiry_orders ${sql({
    customer_id: customer.id,
    total_price: 1500,
    ...contact('enquiry_orders'),
    contact_mobile: `+91${plant('enquiry_orders', 'contact_mobile', '6000770018')}`,
  })} returning id`;
  await sql`insert into public.enquiry_items ${sql({
    enquiry_order_id: enquiry.id,
    description: word('enquiry_items', 'description'),
    quantity: 1,
    price: 0,
    price_reason: word('enquiry_items', 'price_reason'),
  })}`;
  const [order] = await sql<[{ id: string }]>`insert into public.orders ${sql({
    customer_id: customer.id,
    total_price: 1500,
    discount_percent: 10,
    discount_reason: word('orders', 'discount_reason'),
    ...contact('orders'),
  })} returning id`;
  await sql`insert into public.order_items ${sql({
    order_id: order.id,
    description: word('order_items', 'description'),
    quantity: 1,
    price: 0,
    price_reason: word('order_items', 'price_reason'),
  })}`;
  const [movement] = await sql<[{ id: string }]>`insert into public.order_movements ${sql({
    order_id: order.id,
    kind: 'return',
    day: '2026-11-20',
    reason: word('order_movements', 'reason'),
    undone_at: '2026-11-21',
    undo_reason: word('order_movements', 'undo_reason'),
  })} returning id`;
  await sql`insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, note, photos)
    select ${movement.id}, line.id, ${item.id}, 1, ${word('order_movement_lines', 'note')},
      array[${word('order_movement_lines', 'photos')}]
    from public.order_items as line where line.order_id = ${order.id}`;
  const [profile] = await sql<[{ id: string }]>`insert into public.billing_profiles ${sql({
    customer_id: customer.id,
    label: word('billing_profiles', 'label'),
    legal_name: word('billing_profiles', 'legal_name'),
    gstin: plant('billing_profiles', 'gstin', '29AAGCB7383J1Z4'),
    address: word('billing_profiles', 'address'),
    state_code: '29',
  })} returning id`;
  const [document] = await sql<[{ id: string }]>`insert into public.documents ${sql({
    kind: 'quote',
    order_id: order.id,
    customer_id: customer.id,
    billing_profile_id: profile.id,
    notes: word('documents', 'notes'),
    reason: word('documents', 'reason'),
    frozen: sql.json({ customer: { name: word('documents', 'frozen') } }),
  })} returning id`;
  await sql`insert into public.document_lines ${sql({
    document_id: document.id,
    position: 1,
    kind: 'heading',
    text: word('document_lines', 'text'),
  })}`;
  await sql`insert into public.contact_enquiries ${sql({
    customer_id: customer.id,
    ...contact('contact_enquiries'),
  })}`;
  const [note] = await sql<[{ id: string }]>`insert into public.customer_notes ${sql({
    customer_id: customer.id,
    author: user.id,
    note: word('customer_notes', 'note'),
  })} returning id`;

  await sql`insert into public.reservations ${sql({
    kind: 'out_of_service',
    status: 'booked',
    quantity: 1,
    rented: '[2099-01-01,2099-01-02)',
    blocked: '[2099-01-01,2099-01-02)',
    reason: word('reservations', 'reason'),
    item_id: item.id,
  })}`;

  await sql`insert into public.item_pieces ${sql({
    item_id: item.id,
    number: 1,
    code: word('item_pieces', 'code'),
    note: word('item_pieces', 'note'),
  })}`;

  await sql`insert into public.document_answers ${sql({
    document_id: document.id,
    revision_hash: Buffer.alloc(32),
    answer: 'change',
    name: word('document_answers', 'name'),
    note: word('document_answers', 'note'),
    changes: sql.json([{ position: 1, text: word('document_answers', 'changes') }]),
  })}`;

  await sql`insert into public.enquiry_answers ${sql({
    enquiry_order_id: enquiry.id,
    answer: 'change',
    note: word('enquiry_answers', 'note'),
  })}`;

  await sql`insert into public.payments ${sql({
    order_id: order.id,
    customer_id: customer.id,
    account: 'rental',
    kind: 'received',
    amount: 500,
    method: 'upi',
    reference: word('payments', 'reference'),
    day: '2026-11-20',
    note: word('payments', 'note'),
  })}`;
  await sql`insert into public.payment_claims ${sql({
    document_id: document.id,
    amount: 500,
    utr: word('payment_claims', 'utr'),
  })}`;

  const [batch] = await sql<[{ id: string }]>`insert into public.item_batches ${sql({
    kind: 'crew',
    user_id: user.id,
    what: 'change',
    change: sql.json({ note: word('item_batches', 'change') }),
  })} returning id`;
  await sql`insert into public.item_changes ${sql({
    batch_id: batch.id,
    item_id: batch.id,
    code: word('item_changes', 'code'),
    name: word('item_changes', 'name'),
    was: sql.json({ name: word('item_changes', 'was') }),
    became: sql.json({ name: word('item_changes', 'became') }),
  })}`;

  /** Columns that the rules call personal and that have no canary, as a new column at first. */
  async function missing(): Promise<string[]> {
    const columns = await sql<{ relation: string; column: string }[]>`
      select c.relname as relation, a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
        and a.attname <> all (${IMPERSONAL})
      order by 1, 2`;
    const without: string[] = [];
    for (const { relation, column } of columns) {
      if (RELATIONS[`public.${relation}`]?.read === EVERYONE) continue;
      const texts = canaries.map(({ text }) => text);
      const [found] = await sql`
        select from ${sql(relation)} where exists (
          select from unnest(${texts}::text[]) as canary
          where position(canary in lower(${sql(column)}::text)) > 0) limit 1`;
      if (!found) without.push(`${relation}.${column}`);
    }
    return without;
  }

  function inWrong(caller: CallerName | null, text: string): string[] {
    const said = text.toLowerCase();
    return canaries
      .filter((each) => said.includes(each.text) && !(caller && each.seenBy.includes(caller)))
      .map((each) => each.of);
  }

  const ids: CanaryIds = {
    customer: customer.id,
    enquiry: enquiry.id,
    order: order.id,
    user: user.id,
    note: note.id,
  };
  return { ids, missing, inWrong, count: canaries.length };
}

export type Canaries = Awaited<ReturnType<typeof plantCanaries>>;
