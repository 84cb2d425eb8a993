-- Owners of enquiries and orders: eligible accounts, the owner of a new one, the activity log.

/* True for accounts that may own leads, enquiries and orders: admins and CRM users who are not disabled. */
create function private.can_own(user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = user_id and profile.role in ('admin', 'crm_user')
      and (account.banned_until is null or account.banned_until <= now()))
$$;

/*
 * Leads, enquiries and orders can be assigned only to an admin or a CRM user whose account is not disabled
 * (docs/product/crm.md).
 */
create or replace function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.can_own(new.assigned_to) then
    return new;
  elsif exists (
    select from public.user_profiles as profile
    where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user')
  ) then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  raise exception using errcode = 'PT422', message = format('%s can be assigned to an admin or a CRM user only.',
    case tg_table_name when 'orders' then 'An order' when 'enquiry_orders' then 'An enquiry' else 'A lead' end);
end
$$;

create trigger enquiry_orders_assignee before update of assigned_to on public.enquiry_orders
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();
create trigger orders_assignee before update of assigned_to on public.orders
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

/*
 * Gives a new order the owner of its enquiry; a new enquiry, and an order without one, the assignee of its
 * customer, unless that account is disabled.
 */
create function private.inherit_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  enquiry constant uuid := (to_jsonb(new) ->> 'enquiry_order_id')::uuid;
begin
  if enquiry is not null then
    select asked.assigned_to into new.assigned_to from public.enquiry_orders as asked where asked.id = enquiry;
    return new;
  end if;
  select customer.assigned_to into new.assigned_to
  from public.customers as customer where customer.id = new.customer_id;
  if new.assigned_to is not null and not private.can_own(new.assigned_to) then
    new.assigned_to := null;
  end if;
  return new;
end
$$;

create trigger enquiry_orders_owner before insert on public.enquiry_orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();
create trigger orders_owner before insert on public.orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();

/* Records another owner of an enquiry or order. Trigger argument: subject. */
create function private.record_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.record_event(new.customer_id, tg_argv[0], new.id, 'assigned', old.assigned_to::text,
    new.assigned_to::text);
  return null;
end
$$;

create trigger enquiry_orders_events_owner after update of assigned_to on public.enquiry_orders
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_owner('enquiry');
create trigger orders_events_owner after update of assigned_to on public.orders
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_owner('order');

/* Notes as records show them, newest first, with the number of the enquiry or order that each is about. */
create function private.notes_of(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
      'author_name', person.display_name, 'editor_name', editor.display_name,
      'number', coalesce(enquiry.enquiry_number, made.order_number))
    order by listed.created_at desc, listed.id), '[]')
  from public.customer_notes as listed
    left join public.user_profiles as person on person.id = listed.author
    left join public.user_profiles as editor on editor.id = listed.edited_by
    left join public.enquiry_orders as enquiry on enquiry.id = listed.enquiry_order_id
    left join public.orders as made on made.id = listed.order_id
  where listed.id = any (ids)
$$;

/*
 * The owner of an enquiry or order and the notes about it, for its record: {"owner": {"id", "name"} or null,
 * "notes": the newest 100, [{"id", "note", "author", "author_name", "created_at", "edited_at", "edited_by",
 * "editor_name", "number"}]}. An order also has the notes of its enquiry. rental: its row, as jsonb.
 */
create function private.owner_and_notes(rental jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'owner', (
      select jsonb_build_object('id', person.id, 'name', person.display_name)
      from public.user_profiles as person where person.id = (rental ->> 'assigned_to')::uuid
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note
      where note.order_id = (rental ->> 'id')::uuid
        or note.enquiry_order_id in ((rental ->> 'id')::uuid, (rental ->> 'enquiry_order_id')::uuid)
      order by note.created_at desc, note.id limit 100)))
$$;

/*
 * Trims a new note and gives a note about an enquiry or order its customer, whatever the request says. Requires a
 * customer who was neither erased nor merged into another. why: the locks wait for a running erasure or merge.
 */
create or replace function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: this runs before the policies and must not reveal to others which customers exist.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  if new.enquiry_order_id is not null then
    select asked.customer_id into new.customer_id from public.enquiry_orders as asked
    where asked.id = new.enquiry_order_id for share;
  elsif new.order_id is not null then
    select made.customer_id into new.customer_id from public.orders as made where made.id = new.order_id for share;
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null and merged_into is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased or moved to another customer. Reload the page.'
      using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;
