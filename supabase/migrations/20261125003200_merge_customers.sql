-- Merging two customers who are one person, and undoing it within a day.

alter table public.customers drop constraint if exists customers_erased_check;
alter table public.customers add constraint customers_erased_check check (
  case when erased_at is not null then num_nonnulls(first_name, last_name, mobile, email) = 0
  -- why merged_into: two customers exchange their numbers in three steps, as a number belongs to one row.
  else num_nulls(first_name, last_name) = 0 and (mobile is not null or merged_into is not null) end
);

/* The customer that a merged one's records belong to, after one or more merges; the same id for other customers. */
create function private.remaining_customer(id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select customer.id, customer.merged_into from public.customers as customer
    where customer.id = remaining_customer.id
    union all
    select later.id, later.merged_into
    from merged join public.customers as later on later.id = merged.merged_into
  )
  select merged.id from merged where merged.merged_into is null
$$;

/* The customer and all that were merged into them. */
create function private.merged_customers(id uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select merged_customers.id
    union all
    select former.id from merged join public.customers as former on former.merged_into = merged.id
  )
  select array(select merged.id from merged)
$$;

/*
 * The customer with this mobile number, created if there is none; for a merged customer's number the one that
 * remains. A known customer keeps the name and e-mail address that were sent first.
 * why an update to the same value: it locks the row and returns its id, and takes as long as an insert.
 * why blocks that are rolled back: a merged customer's lock is released before the remaining one is locked. Merges
 * and their undos lock both customers, and would deadlock with an enquiry that holds one of them.
 */
create or replace function private.customer_for(first_name text, last_name text, mobile text, email text)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer uuid;
  later uuid;
begin
  begin
    insert into public.customers (first_name, last_name, mobile, email)
    values (customer_for.first_name, customer_for.last_name, customer_for.mobile, customer_for.email)
    on conflict (mobile) do update set mobile = excluded.mobile
    returning id, merged_into into customer, later;
    if later is null then
      return customer;
    end if;
    raise exception using errcode = 'PT301';
  exception when sqlstate 'PT301' then
    null;
  end;
  loop
    customer := later;
    begin
      select merged_into into later from public.customers as remaining
      where remaining.id = customer for key share;
      if later is null then
        return customer;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

/*
 * Records what changed about customers: a new assignee, edited details (which fields), another mobile number, an
 * erasure. Of a merged customer only the erasure.
 */
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
    ('mobile_corrected', null, case when former.mobile <> changed.mobile then 'mobile' end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email is distinct from changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value
    and (changed.merged_into is null or event.what = 'erased');
  return null;
end
$$;

/*
 * Exchanges details of two customers, of whom `merged` is merged into `remaining`: some of first_name, last_name,
 * email, mobile, assigned_to. Owners stay where one of them may no longer own leads. Both rows must be locked.
 */
create function private.exchange_details(remaining uuid, merged uuid, details text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  one public.customers;
  other public.customers;
  moves_owner boolean;
begin
  if details = '{}' then
    return;
  end if;
  select * into one from public.customers as found where found.id = remaining;
  select * into other from public.customers as found where found.id = merged;
  moves_owner := 'assigned_to' = any (details)
    and (one.assigned_to is null or private.can_own(one.assigned_to))
    and (other.assigned_to is null or private.can_own(other.assigned_to));
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then one.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then one.last_name else customer.last_name end,
    email = case when 'email' = any (details) then one.email else customer.email end,
    assigned_to = case when moves_owner then one.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then null else customer.mobile end
  where customer.id = merged;
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then other.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then other.last_name else customer.last_name end,
    email = case when 'email' = any (details) then other.email else customer.email end,
    assigned_to = case when moves_owner then other.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then other.mobile else customer.mobile end
  where customer.id = remaining;
  if 'mobile' = any (details) then
    update public.customers as customer set mobile = one.mobile where customer.id = merged;
  end if;
end
$$;

/* Refuses a call about customers that somebody else is changing: PT409, details {"reason": "busy"}. */
create function private.refuse_busy_customer() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Somebody else is changing this customer right now. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

/*
 * Locks customers with their enquiries and orders.
 * why in this order: conversions, edits and erasures lock an enquiry or order before its customer.
 * why no key update: an edit that writes its order twice checks the foreign key to the enquiry.
 * why a block that is rolled back: an enquiry or order that arrived while this waited would be locked after its
 * customer. Releasing all locks and beginning again keeps the order.
 */
create function private.lock_customers(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked uuid[];
begin
  loop
    begin
      locked := array(
        select asked.id from public.enquiry_orders as asked where asked.customer_id = any (ids)
        order by asked.id for no key update);
      locked := locked || array(
        select made.id from public.orders as made where made.customer_id = any (ids) order by made.id for update);
      perform from public.customers as customer where customer.id = any (ids) order by customer.id for update;
      if not exists (
        select from public.enquiry_orders as asked where asked.customer_id = any (ids) and asked.id <> all (locked)
        union all
        select from public.orders as made where made.customer_id = any (ids) and made.id <> all (locked)
      ) then
        return;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

/* Locks a customer with all who are merged with them, and returns their ids. Null for an unknown id. */
create function private.lock_merged_customers(id uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  everyone uuid[];
begin
  loop
    begin
      select array_agg(person.id) into everyone
      from public.customers as person
      where person.id = any (private.merged_customers(private.remaining_customer(lock_merged_customers.id)));
      perform private.lock_customers(everyone);
      -- why again: a merge may have ended while this waited.
      if everyone is null
        or everyone @> private.merged_customers(private.remaining_customer(lock_merged_customers.id)) then
        return everyone;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

/*
 * Merges the customer `from` into the customer `into`: enquiries, orders, messages, notes and activity move, and
 * later enquiries from either mobile number belong to `into`. `from` keeps its row and its number but is in no
 * list. undo_merge undoes it within 24 hours.
 * details: those of `from` that `into` gets, in exchange for its own: some of first_name, last_name, email,
 * mobile, assigned_to.
 * Returns {"merge": id for undo_merge, "into", "from": customer numbers}.
 *
 * Raises PT404 for an unknown customer; PT422 with details {"field": "from" | "details" | "key"}; PT409 with details
 * {"reason": "erased" | "merged"} for a customer whose data was erased or who was merged before, and
 * {"reason": "busy"}. 42501 for anyone but admin and crm_user.
 */
create function public.merge_customers("into" uuid, "from" uuid, key uuid, details text[] default '{}')
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  remaining public.customers;
  merged public.customers;
  customer public.customers;
  moved jsonb;
  answer jsonb;
  merge_id constant uuid := gen_random_uuid();
begin
  perform private.require_staff('admin', 'crm_user');
  if merge_customers.key is null then
    perform private.refuse('key', 'A key is required.');
  end if;
  answer := private.claim_idempotency_key('merge_customers', merge_customers.key,
    jsonb_build_array(merge_customers."into", merge_customers."from", to_jsonb(merge_customers.details)));
  if answer is not null then
    return answer;
  elsif merge_customers."into" = merge_customers."from" then
    perform private.refuse('from', 'A customer cannot be merged with itself. Choose another.');
  elsif not coalesce(merge_customers.details, '{}') <@ '{first_name,last_name,email,mobile,assigned_to}'::text[] then
    perform private.refuse('details', 'There is no such detail.');
  end if;
  perform private.lock_customers(array[merge_customers."into", merge_customers."from"]);
  select * into remaining from public.customers as found where found.id = merge_customers."into";
  select * into merged from public.customers as found where found.id = merge_customers."from";
  if remaining.id is null or merged.id is null then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  foreach customer in array array[remaining, merged] loop
    if customer.erased_at is not null then
      raise exception using errcode = 'PT409', detail = '{"reason": "erased"}',
        message = format('The data of customer %s was erased.', customer.customer_number);
    elsif customer.merged_into is not null then
      raise exception using errcode = 'PT409', detail = '{"reason": "merged"}',
        message = format('Customer %s was merged into another one. Reload the page.', customer.customer_number);
    end if;
  end loop;

  update public.customers as former set merged_into = remaining.id where former.id = merged.id;
  perform private.exchange_details(remaining.id, merged.id, coalesce(merge_customers.details, '{}'));
  with enquiries as (
    update public.enquiry_orders as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), made as (
    update public.orders as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), messages as (
    update public.contact_enquiries as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), notes as (
    update public.customer_notes as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  )
  select jsonb_build_object('details', to_jsonb(coalesce(merge_customers.details, '{}')),
    'enquiries', (select coalesce(jsonb_agg(id), '[]') from enquiries),
    'orders', (select coalesce(jsonb_agg(id), '[]') from made),
    'messages', (select coalesce(jsonb_agg(id), '[]') from messages),
    'notes', (select coalesce(jsonb_agg(id), '[]') from notes)) into moved;
  update public.crm_events as moving set customer_id = remaining.id where moving.customer_id = merged.id;
  insert into public.customer_merges (id, into_id, from_id, moved, merged_by)
  values (merge_id, remaining.id, merged.id, moved, auth.uid());
  perform private.record_event(remaining.id, 'customer', remaining.id, 'merged', null, merged.customer_number);
  answer := jsonb_build_object('merge', merge_id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('merge_customers', merge_customers.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

/*
 * Undoes a merge, within 24 hours: the moved rows return, with orders made from moved enquiries and notes written
 * about them since. Rows that arrived after the merge stay with the remaining customer.
 * Returns {"merge", "into", "from": customer numbers}.
 *
 * Raises PT404 for an unknown merge; PT422 with details {"field": "key"}; PT409 with details {"reason": "undone" |
 * "too_late" | "erased" | "later_merge" | "busy"}, later_merge if the remaining customer was merged into another
 * one since. 42501 for anyone but admin and crm_user.
 */
create function public.undo_merge(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.customer_merges;
  remaining public.customers;
  merged public.customers;
  enquiries uuid[];
  made uuid[];
  messages uuid[];
  notes uuid[];
  refused text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if undo_merge.key is null then
    perform private.refuse('key', 'A key is required.');
  end if;
  answer := private.claim_idempotency_key('undo_merge', undo_merge.key, jsonb_build_array(undo_merge.id));
  if answer is not null then
    return answer;
  end if;
  select * into known from public.customer_merges as found where found.id = undo_merge.id;
  if not found then
    raise exception 'There is no such merge.' using errcode = 'PT404';
  end if;
  perform private.lock_customers(array[known.into_id, known.from_id]);
  select * into known from public.customer_merges as found where found.id = undo_merge.id for update;
  select * into remaining from public.customers as found where found.id = known.into_id;
  select * into merged from public.customers as found where found.id = known.from_id;
  refused := case when known.undone_at is not null then 'undone'
    when known.merged_at <= now() - interval '24 hours' then 'too_late'
    when remaining.erased_at is not null then 'erased'
    when remaining.merged_into is not null then 'later_merge' end;
  if refused is not null then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', refused)::text,
      message = case refused
        when 'undone' then 'This merge was undone already.'
        when 'too_late' then 'A merge can be undone within 24 hours.'
        when 'erased' then 'The data of this customer was erased.'
        else format('Customer %s was merged into another one since. Undo that merge first.',
          remaining.customer_number) end;
  end if;

  enquiries := array(select value::uuid from jsonb_array_elements_text(known.moved -> 'enquiries'));
  messages := array(select value::uuid from jsonb_array_elements_text(known.moved -> 'messages'));
  perform private.exchange_details(remaining.id, merged.id,
    array(select value from jsonb_array_elements_text(known.moved -> 'details')));
  update public.customers as former set merged_into = null where former.id = merged.id;
  update public.enquiry_orders as moving set customer_id = merged.id where moving.id = any (enquiries);
  with back as (
    update public.orders as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.id in (select value::uuid from jsonb_array_elements_text(known.moved -> 'orders')))
    returning moving.id
  ) select array_agg(back.id) into made from back;
  update public.contact_enquiries as moving set customer_id = merged.id where moving.id = any (messages);
  with back as (
    update public.customer_notes as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.order_id = any (made)
      or moving.id in (select value::uuid from jsonb_array_elements_text(known.moved -> 'notes')))
    returning moving.id
  ) select array_agg(back.id) into notes from back;
  update public.crm_events as moving set customer_id = merged.id
  where moving.customer_id = remaining.id and moving.subject_id = any (enquiries || made || messages || notes || merged.id);
  update public.customer_merges as undone set undone_at = now(), undone_by = auth.uid() where undone.id = known.id;
  perform private.record_event(remaining.id, 'customer', remaining.id, 'unmerged', null, merged.customer_number);
  perform private.record_event(merged.id, 'customer', merged.id, 'unmerged', null, remaining.customer_number);
  answer := jsonb_build_object('merge', known.id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('undo_merge', undo_merge.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

grant execute on function public.merge_customers(uuid, uuid, uuid, text[]), public.undo_merge(uuid, uuid)
  to authenticated;
