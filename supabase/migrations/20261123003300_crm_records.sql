-- One enquiry, order or customer with everything that the CRM shows about it, in one call; editing a
-- customer's details, and erasing their personal data.

/* A customer as the CRM shows them; null for an unknown id. */
create function private.customer_of(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select %s || jsonb_build_object(''created_at'', customer.created_at, ''updated_at'', customer.updated_at)
     from public.customers as customer
     left join public.user_profiles as assignee on assignee.id = customer.assigned_to
     where customer.id = $1', private.customer_value())
    into told using customer_of.id;
  return told;
end
$$;

/* The last 100 events of a customer, newest first; with `subjects`, only the events of these records. */
create function private.timeline_of(customer_id uuid, subjects uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'created_at', event.created_at,
      'actor', event.actor, 'user_id', event.user_id, 'user_name', person.display_name,
      'what', event.what, 'from', event.from_value, 'to', event.to_value,
      'from_name', former.display_name, 'to_name', present.display_name,
      'subject', event.subject, 'subject_id', event.subject_id,
      'number', coalesce(enquiry.enquiry_number, made.order_number))
    order by event.created_at desc, event.id), '[]')
  from (
    select * from public.crm_events as listed
    where listed.customer_id = timeline_of.customer_id
      and (subjects is null or listed.subject_id = any (subjects))
    order by listed.created_at desc, listed.id limit 100
  ) as event
  left join public.user_profiles as person on person.id = event.user_id
  left join public.user_profiles as former
    on former.id = case event.what when 'assigned' then event.from_value::uuid end
  left join public.user_profiles as present
    on present.id = case event.what when 'assigned' then event.to_value::uuid end
  left join public.enquiry_orders as enquiry
    on event.subject = 'enquiry' and enquiry.id = event.subject_id
  left join public.orders as made on event.subject = 'order' and made.id = event.subject_id
$$;

/*
 * An enquiry or order by number or id, with its customer and items. Each item says whether it is in the
 * catalogue, and how many there are. Null if there is no such record.
 */
create function private.rental_record(
  rentals regclass, number_column text, lines regclass, parent_column text, number text, id uuid
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select to_jsonb(rental) || jsonb_build_object(
       ''customer'', private.customer_of(rental.customer_id),
       ''items'', (
         select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name,
           ''code'', item.code, ''slug'', item.slug, ''image'', item.image,
           ''active'', item.active, ''stock'', item.quantity) order by line.position, line.id), ''[]'')
         from %s as line left join public.catalogue_items as item
           on item.type = line.item_type and item.id = line.item_id
         where line.%I = rental.id))
     from %s as rental where %s',
    lines, parent_column, rentals,
    case when number is not null then format('rental.%I = upper($1)', number_column) else 'rental.id = $2' end)
    into told using rental_record.number, rental_record.id;
  return told;
end
$$;

/*
 * An enquiry by number or id, converted or not: its row with customer, items (a deleted item has no name),
 * the order made from it, and its timeline. Null if there is none. 42501 for anyone but admin and crm_user.
 */
create function public.enquiry_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.enquiry_orders', 'enquiry_number', 'public.enquiry_items',
    'enquiry_order_id', enquiry_record.number, enquiry_record.id);
  return told || jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number)
      from public.orders as made where made.enquiry_order_id = (told ->> 'id')::uuid
    ),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;

/* An order, like enquiry_record; the timeline includes that of its enquiry. */
create function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    order_record.number, order_record.id);
  return told || jsonb_build_object(
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;

/*
 * A customer by number or id with their enquiries (converted ones too), orders, messages, staff notes and
 * timeline, the newest 100 of each, and their totals. Null if there is none. 42501 for anyone but admin
 * and crm_user.
 */
create function public.customer_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  who constant uuid := (
    select customer.id from public.customers as customer
    where case when customer_record.number is not null
      then customer.customer_number = upper(customer_record.number) else customer.id = customer_record.id end
  );
begin
  perform private.require_staff('admin', 'crm_user');
  return private.customer_of(who) || (
    select jsonb_build_object(
      'open_enquiries', coalesce(figures.open_enquiries, 0), 'orders_total', coalesce(figures.orders, 0),
      'messages_total', coalesce(figures.messages, 0),
      'unhandled_messages', coalesce(figures.unhandled_messages, 0),
      'enquiries_total', (select count(*) from public.enquiry_orders where customer_id = who))
    from (select who as customer_id) as asked left join private.lead_figures as figures using (customer_id)
  ) || jsonb_build_object(
    'enquiries', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' || jsonb_build_object(
          'item_count', (select count(*) from public.enquiry_items where enquiry_order_id = listed.id),
          'order', (
            select jsonb_build_object('id', made.id, 'order_number', made.order_number)
            from public.orders as made where made.enquiry_order_id = listed.id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.enquiry_orders where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' - 'enquiry_order_id'
        || jsonb_build_object(
          'item_count', (select count(*) from public.order_items where order_id = listed.id),
          'enquiry', (
            select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
            from public.enquiry_orders as asked where asked.id = listed.enquiry_order_id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.orders where customer_id = who order by created_at desc, id limit 100
      ) as listed
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'handled_name', person.display_name) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.contact_enquiries where customer_id = who
        order by created_at desc, id limit 100
      ) as listed left join public.user_profiles as person on person.id = listed.handled_by
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'author_name', person.display_name, 'editor_name', editor.display_name)
        order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.customer_notes where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
      left join public.user_profiles as person on person.id = listed.author
      left join public.user_profiles as editor on editor.id = listed.edited_by
    ),
    'timeline', private.timeline_of(who, null));
end
$$;

/*
 * Edits a customer's details except the mobile number, and returns the customer.
 * expected_updated_at: `updated_at` as the caller last saw it.
 * Raises PT422 with a form's message and details {"field": …}, PT404 for an unknown id, PT409 for an
 * erased customer, and for one that was changed in between, with the customer as details. 42501 for
 * anyone but admin and crm_user.
 */
create function public.correct_customer(
  id uuid, first_name text, last_name text, email text, expected_updated_at timestamptz
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.customers;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into known from public.customers as found where found.id = correct_customer.id for update;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif known.erased_at is not null then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409';
  elsif known.updated_at is distinct from correct_customer.expected_updated_at then
    raise exception 'This customer was changed meanwhile.' using errcode = 'PT409',
      detail = private.customer_of(known.id)::text;
  end if;
  perform private.check_contact(private.trimmed(correct_customer.first_name),
    private.trimmed(correct_customer.last_name), known.mobile, private.trimmed(correct_customer.email));
  update public.customers as corrected
  set first_name = private.trimmed(correct_customer.first_name),
    last_name = private.trimmed(correct_customer.last_name),
    email = private.trimmed(correct_customer.email)
  where corrected.id = known.id;
  return private.customer_of(known.id);
end
$$;

/*
 * Erases a customer's personal data on request: names, mobile, e-mail, messages, notes, the texts sent
 * with enquiries and orders, and the responses stored for repeated requests. Numbers, dates and amounts
 * stay for the accounts, and so does the timeline, which holds no personal data. Open enquiries are
 * closed. A later enquiry from the same mobile creates a new customer. Idempotent.
 *
 * Raises PT404 for an unknown id; PT409 with details {"order_numbers": […]} while an order is confirmed
 * or in progress, because items are still to be handed out or returned. 42501 for anyone but admin.
 */
create function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.customers;
  unfinished text[];
begin
  perform private.require_staff('admin');
  -- why: enquiries are locked before their customer, in the order of convert_enquiry_to_order. New
  -- enquiries wait for the customer's lock.
  perform from public.enquiry_orders as asked where asked.customer_id = erase_customer.id
  order by asked.id for update;
  select * into known from public.customers as found where found.id = erase_customer.id for update;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if known.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = known.id and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          known.customer_number, array_to_string(unfinished, ', ')),
        detail = jsonb_build_object('order_numbers', unfinished)::text;
    end if;
    delete from private.idempotency_keys as kept
    where kept.scope = 'submit_enquiry' and kept.response ->> 'enquiry_number' in (
        select enquiry_number from public.enquiry_orders where customer_id = known.id)
      or kept.scope = 'submit_contact_enquiry' and (kept.response ->> 'received_at')::timestamptz in (
        select created_at from public.contact_enquiries where customer_id = known.id);
    delete from private.limit_uses as used using private.limit_salt
    where used.subject in (
      sha256(salt || convert_to('enquiries_by_mobile ' || known.mobile, 'UTF8')),
      sha256(salt || convert_to('messages_by_mobile ' || known.mobile, 'UTF8')));
    update public.customers as erased
    set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
    where erased.id = known.id;
    delete from public.contact_enquiries where customer_id = known.id;
    delete from public.customer_notes where customer_id = known.id;
    update public.enquiry_orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null,
      status = case status when 'converted' then status else 'closed' end
    where customer_id = known.id;
    update public.orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null
    where customer_id = known.id;
  end if;
  return (
    select jsonb_build_object('id', erased.id, 'customer_number', erased.customer_number, 'erased_at', erased.erased_at)
    from public.customers as erased where erased.id = known.id
  );
end
$$;

grant execute on function public.enquiry_record(text, uuid), public.order_record(text, uuid),
  public.customer_record(text, uuid),
  public.correct_customer(uuid, text, text, text, timestamptz), public.erase_customer(uuid)
  to authenticated;
