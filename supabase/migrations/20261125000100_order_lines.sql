-- Orders that staff edit: free-text lines, prices with a reason, discounts. Customers without an e-mail
-- address, who called. Enquiries that wait for items held for others.

alter table public.order_items
  alter column item_id drop not null,
  alter column item_type drop not null,
  -- A free-text line (delivery, make-up) has a description instead of an item.
  add column description text,
  -- False: the price is charged once, not for each day.
  add column per_day boolean not null default true,
  -- The catalogue's price when the item was added. Null: not known, or a free-text line.
  add column list_price numeric(12, 2),
  -- Why the price is not the catalogue's.
  add column price_reason text,
  -- Free-text lines that a return added: 'late', 'damage' or 'missing'.
  add column charge text,
  -- The line that the charge is for. why no foreign key: the charge stays when that line is removed.
  add column charge_for uuid,
  add constraint order_items_description_check
    check (private.trimmed(description) <> '' and char_length(description) <= 200),
  add constraint order_items_item_or_text check (
    (item_id is null) = (item_type is null) and (item_id is null) = (description is not null)),
  add constraint order_items_list_price_range check (list_price between 0 and 9999999.99),
  add constraint order_items_price_reason_length check (char_length(price_reason) <= 200),
  add constraint order_items_charge_check
    check (charge is null or charge in ('late', 'damage', 'missing') and item_id is null);

alter table public.orders
  -- At most one of both; null: no discount.
  add column discount_percent numeric(5, 2),
  add column discount_amount numeric(12, 2),
  add column discount_reason text,
  add constraint orders_discount_percent_range check (discount_percent > 0 and discount_percent <= 100),
  add constraint orders_discount_amount_range check (discount_amount > 0 and discount_amount <= 9999999999.99),
  add constraint orders_discount_check check (num_nonnulls(discount_percent, discount_amount) <= 1),
  add constraint orders_discount_reason_length check (char_length(discount_reason) <= 200);

alter table public.enquiry_orders
  -- Since when the customer waits for items that are held for others. Null: not waiting.
  add column waiting_since timestamptz;

create index enquiry_orders_waiting_idx on public.enquiry_orders (waiting_since) where waiting_since is not null;

/* The total of an order: its lines less the discount, never less than 0. Rupees without GST. */
create function private.order_total(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select greatest(0, sums.amount - coalesce(made.discount_amount,
    round(sums.amount * made.discount_percent / 100, 2), 0))
  from public.orders as made
    cross join lateral (
      select coalesce(sum(line.price * line.quantity * case when line.per_day then line.rental_days else 1 end), 0)
        as amount
      from public.order_items as line where line.order_id = made.id
    ) as sums
  where made.id = order_total.order_id
$$;

alter table public.crm_events
  -- The line of an order that the event is about. why: a conflict names who changed the line last.
  add column line_id uuid,
  drop constraint crm_events_what_check,
  add constraint crm_events_what_check check (what in (
    'created', 'status', 'payment_status', 'assigned', 'converted', 'received', 'handled', 'reopened',
    'note_added', 'note_edited', 'note_deleted', 'corrected', 'mobile_corrected', 'merged', 'unmerged', 'erased',
    'held', 'hold_released', 'hold_taken_over', 'waiting', 'waiting_ended', 'dates',
    'line_added', 'line_removed', 'line_quantity', 'line_dates', 'line_swapped', 'line_price', 'line_text',
    'discount', 'handed_over', 'returned', 'movement_undone'));

drop function private.record_event(uuid, text, uuid, text, text, text);

/*
 * Records an event of an enquiry or order that no single change of a row tells; line_id: the line of an
 * order that it is about.
 * why apart from the triggers: a trigger cannot know why a hold ended.
 */
create function private.record_event(
  customer_id uuid, subject text, subject_id uuid, what text, from_value text, to_value text,
  line_id uuid default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.crm_events
    (customer_id, subject, subject_id, actor, user_id, what, from_value, to_value, line_id)
  select record_event.customer_id, record_event.subject, record_event.subject_id, at_work.actor,
    at_work.user_id, record_event.what, record_event.from_value, record_event.to_value, record_event.line_id
  from private.current_actor() as at_work
$$;

/*
 * An enquiry's or order's row without the texts of its sender and of staff.
 * why: answers are stored under their idempotency keys for a day, where erasing a customer must find nothing.
 */
create or replace function private.without_texts(rental jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select rental - array['message', 'contact_first_name', 'contact_last_name', 'contact_email', 'discount_reason']
$$;

-- Callers may leave no e-mail address; the forms of the storefront still require it.

alter table public.customers
  drop constraint customers_erased_check,
  -- why dropped and added: PostgreSQL 15 cannot change the expression of a generated column. Its index goes with it.
  drop column search_text;
alter table public.customers
  -- The text that the CRM's search compares with. Customer numbers are compared separately.
  add column search_text text collate "C" generated always as (
    lower((first_name || ' ' || last_name || E'\n' || mobile || coalesce(E'\n' || email, '')) collate private.names)
  ) stored,
  add constraint customers_erased_check check (
    num_nulls(first_name, last_name, mobile) = case when erased_at is null then 0 else 3 end
    and (erased_at is null or email is null)
  );
create index customers_search_idx on public.customers
  using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);

drop function private.check_contact(text, text, text, text);

/*
 * Checks the four contact fields of the enquiry and the contact form, names and e-mail already trimmed.
 * email_optional: no e-mail address is accepted too (a caller's).
 */
create function private.check_contact(
  first_name text, last_name text, mobile text, email text, email_optional boolean default false
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_name, '') = '' then
    perform private.refuse('first_name', 'First name is required');
  elsif not private.is_person_name(first_name) then
    perform private.refuse('first_name', 'First name must be at most 80 characters');
  elsif coalesce(last_name, '') = '' then
    perform private.refuse('last_name', 'Last name is required');
  elsif not private.is_person_name(last_name) then
    perform private.refuse('last_name', 'Last name must be at most 80 characters');
  elsif coalesce(mobile, '') !~ '^\+91[6-9][0-9]{9}$' then
    perform private.refuse('mobile', 'Please enter a valid Indian mobile number '
      '(+91 followed by 10 digits starting with 6-9)');
  elsif not coalesce(private.is_email(email), email is null and email_optional) then
    perform private.refuse('email', 'Please enter a valid email address');
  end if;
end
$$;

/* Records what changed about customers: a new assignee, edited details (which fields), an erasure. */
create or replace function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: customer_for's INSERT … ON CONFLICT DO UPDATE fires this trigger even when it updated no row.
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into public.crm_events
    (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.id, 'customer', changed.id, at_work.actor, at_work.user_id, event.*
  from old_rows as former join new_rows as changed using (id)
  cross join lateral (values
    ('assigned', former.assigned_to::text, changed.assigned_to::text),
    ('erased', null, case when former.erased_at is null then changed.erased_at::date::text end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email is distinct from changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value;
  return null;
end
$$;

/*
 * Erases the texts of orders of customers whose personal data was erased: descriptions, reasons, and the
 * answers stored for repeated edits.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_order_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.order_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.orders as made
  where made.id = line.order_id and made.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.orders as made set discount_reason = null
  where made.customer_id = new.id and made.discount_reason is not null;
  delete from private.idempotency_keys as stored
  where stored.scope = 'change_order' and stored.response -> 'order' ->> 'id' in (
    select made.id::text from public.orders as made where made.customer_id = new.id);
  return null;
end
$$;

create trigger customers_erase_order_texts after update of erased_at on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_order_texts();

/*
 * The pieces of an order's lines: handed over in all, out now, and back. A kit counts as a whole. Free-text
 * lines are left out. The order's status speaks for all pieces of a line.
 */
create function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer)
language sql stable
set search_path = ''
as $$
  select line.id, moved.handed_over, moved.handed_over - moved.back, moved.back
  from public.orders as made
    join public.order_items as line on line.order_id = made.id and line.item_id is not null
    cross join lateral (
      select case when made.status in ('in_progress', 'returned', 'completed') then line.quantity else 0 end as handed_over,
        case when made.status in ('returned', 'completed') then line.quantity else 0 end as back
    ) as moved
  where made.id = pieces_out.order_id
$$;

/*
 * What is free for the lines of one enquiry or order: for each line with dates that are not over, {"free": on all
 * of its days besides its own reservation, "of", "short_days": days on which all lines together need more than
 * there is, "next_free", "others": the first 10 other open enquiries for the item on these days [{"id", "number",
 * "customer", "quantity"}], "others_total", "holds": of other enquiries [{"enquiry_id", "number", "customer",
 * "quantity", "expires_at"}]}. free, of and next_free are null for an item that is not counted.
 * lines: rows of enquiry_items or order_items; free-text lines are left out.
 */
create or replace function private.lines_availability(lines jsonb, enquiry_id uuid)
returns table (line_id uuid, availability jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  all_lines uuid[];
begin
  all_lines := array(select (line ->> 'id')::uuid from jsonb_array_elements(lines) as line);
  return query
  with line as materialized (
    select each.id, each.item_id, each.quantity, each.rental_from, each.rental_to,
      daterange(each.rental_from, each.rental_to, '[]') as rented
    from jsonb_to_recordset(lines) as each (id uuid, item_id uuid, quantity integer, rental_from date, rental_to date)
    where each.item_id is not null and each.rental_from is not null and each.rental_to >= today
  ), part as materialized (
    select line.id, inside.part_id, inside.quantity, line.quantity * inside.quantity as wanted,
      item.quantity > 0 or item.removed_at is not null as counted, item.quantity as owned, turnaround.days as turnaround,
      private.blocked_range(line.rented, turnaround.days) * daterange(today, null) as span
    from line join private.item_parts as inside on inside.item_id = line.item_id
      join public.items as item on item.id = inside.part_id
      cross join lateral (select private.turnaround_of(inside.part_id) as days) as turnaround
  ), cell as materialized (
    select part.id, part.part_id, part.quantity, part.wanted, part.owned, listed.day::date as day
    from part cross join generate_series(lower(part.span), upper(part.span) - 1, interval '1 day') as listed (day)
    where part.counted
  ), mine as materialized (
    select coalesce(reserved.order_item_id, reserved.enquiry_item_id) as id, reserved.item_id, reserved.blocked,
      reserved.quantity
    from public.reservations as reserved
    where reserved.order_item_id = any (all_lines) and reserved.kind = 'rental'
        and reserved.status in ('booked', 'out', 'returned')
      or reserved.enquiry_item_id = any (all_lines) and reserved.status = 'held'
        and reserved.expires_at > clock_timestamp()
  ), supply as materialized (
    select needed.part_id, needed.day, needed.wanted, coalesce(stock.free, needed.owned) as spare,
      (select coalesce(sum(mine.quantity), 0) from mine
       where mine.item_id = needed.part_id and mine.blocked @> needed.day) as own
    from (
      select cell.part_id, cell.day, min(cell.owned) as owned, sum(cell.wanted) as wanted
      from cell group by cell.part_id, cell.day
    ) as needed
      left join private.free_days as stock on stock.item_id = needed.part_id and stock.day = needed.day
  ), judged as (
    select cell.id, min(greatest(supply.spare + (
        select coalesce(sum(mine.quantity), 0) from mine
        where mine.id = cell.id and mine.item_id = cell.part_id and mine.blocked @> cell.day
      ), 0) / cell.quantity)::integer as free, min(cell.owned / cell.quantity) as pieces,
      coalesce(jsonb_agg(distinct cell.day) filter (where supply.wanted > supply.spare + supply.own), '[]') as short_days
    from cell join supply on supply.part_id = cell.part_id and supply.day = cell.day
    group by cell.id
  )
  select line.id, jsonb_build_object(
    'free', judged.free, 'of', judged.pieces, 'short_days', coalesce(judged.short_days, '[]'),
    'next_free', case when judged.short_days = '[]' then line.rental_from
      when judged.id is not null then (
        select later.next_free
        from private.next_free_days((
          select jsonb_agg(jsonb_build_object('place', 1, 'part_id', part.part_id, 'wanted', part.wanted,
            'owned', part.owned, 'turnaround', part.turnaround))
          from part where part.id = line.id and part.counted
        ), greatest(line.rental_from, today),
          greatest(line.rental_from, today) + (line.rental_to - line.rental_from)) as later
      ) end,
    'others', coalesce(others.listed, '[]'), 'others_total', coalesce(others.total, 0),
    'holds', (
      select coalesce(jsonb_agg(jsonb_build_object('enquiry_id', asked.id, 'number', asked.enquiry_number,
          'customer', private.customer_name(asked.customer_id), 'quantity', held.quantity,
          'expires_at', held.expires_at) order by held.expires_at, asked.id), '[]')
      from (
        select wanted.enquiry_order_id, max(hold.quantity) as quantity, max(hold.expires_at) as expires_at
        from part join public.reservations as hold on hold.item_id = part.part_id and hold.status = 'held'
            and hold.expires_at > clock_timestamp() and hold.blocked && part.span
          join public.enquiry_items as wanted on wanted.id = hold.enquiry_item_id
        where part.id = line.id and wanted.enquiry_order_id is distinct from enquiry_id
        group by wanted.enquiry_order_id order by max(hold.expires_at), wanted.enquiry_order_id limit 10
      ) as held join public.enquiry_orders as asked on asked.id = held.enquiry_order_id
    ))
  from line left join judged on judged.id = line.id
    left join lateral (
      select count(*) as total, jsonb_agg(jsonb_build_object('id', wanting.id, 'number', wanting.enquiry_number,
          'customer', private.customer_name(wanting.customer_id), 'quantity', wanting.quantity)
        order by wanting.created_at, wanting.id) filter (where wanting.place <= 10) as listed
      from (
        select asked.id, asked.enquiry_number, asked.customer_id, asked.created_at, sum(other.quantity) as quantity,
          row_number() over (order by asked.created_at, asked.id) as place
        -- The item itself, and the kits that contain it or one of its parts.
        from (
          select distinct around.item_id from part join private.item_parts as around on around.part_id = part.part_id
          where part.id = line.id
        ) as touched
          join public.enquiry_items as other on other.item_id = touched.item_id and other.rental_to >= line.rental_from
            and other.rental_from <= line.rental_to
          join public.enquiry_orders as asked on asked.id = other.enquiry_order_id
            and asked.status = any (private.open_statuses()) and asked.id is distinct from enquiry_id
        group by asked.id
      ) as wanting
    ) as others on true;
end
$$;

/*
 * An order, like enquiry_record; the timeline includes that of its enquiry. Each item also says what was free
 * when the enquiry was sent (`free_when_sent`, `of_when_sent`; null for an item that it did not have), and how many
 * of its pieces are `out` and `back` (null for a free-text line).
 */
create or replace function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    '{confirmed,in_progress}', order_record.number, order_record.id);
  return told || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('free_when_sent', sent.free_when_sent,
        'of_when_sent', sent.of_when_sent, 'out', moved.out_now, 'back', moved.back) order by line.place), '[]')
      from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
        left join private.pieces_out((told ->> 'id')::uuid) as moved on moved.line_id = (line.value ->> 'id')::uuid
        left join lateral (
          select * from public.enquiry_items as asked
          where asked.enquiry_order_id = (told ->> 'enquiry_order_id')::uuid
            and asked.item_id = (line.value ->> 'item_id')::uuid
          order by asked.position limit 1
        ) as sent on true
    ),
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;
