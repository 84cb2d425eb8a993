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
create function public.merge_customers(
  "into" uuid,
  "from" uuid,
  key uuid,
  details text[] default '{}'::text[]
) returns jsonb
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

grant execute on function public.merge_customers(uuid,uuid,uuid,text[]) to authenticated;
