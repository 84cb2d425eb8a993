/*
 * Edits a customer's details and returns the customer. An e-mail address may stay empty where none is known.
 * expected_updated_at: `updated_at` as the caller last saw it. mobile: '+91' and ten digits; null leaves it unchanged.
 * The number of a customer who was merged into this one is exchanged with this one's.
 * Raises PT422 with a form's message and details {"field": …}, PT404 for an unknown id, PT409 for an
 * erased or merged customer, and for one that was changed in between, with the customer as details; PT409 with details
 * {"reason": "mobile_taken", "customer": {"id", "customer_number", "name"}} for another customer's number.
 * 42501 for anyone but admin and crm_user.
 */
create function public.correct_customer(
  id uuid,
  first_name text,
  last_name text,
  email text,
  expected_updated_at timestamptz,
  mobile text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  customer public.customers;
  holder public.customers;
  given_email constant text := nullif(private.plain_email(correct_customer.email), '');
  given_mobile text;
  owner_of_number uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why both at once: the number may be exchanged with a merged customer's, and merges lock by id.
  perform from public.customers as found
  where found.id = correct_customer.id or found.mobile = private.whole_mobile(correct_customer.mobile)
  order by found.id for update;
  select * into customer from public.customers as found where found.id = correct_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif customer.erased_at is not null then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409';
  elsif customer.merged_into is not null then
    raise exception 'This customer was merged into another one. Reload the page.' using errcode = 'PT409';
  elsif customer.updated_at is distinct from correct_customer.expected_updated_at then
    raise exception 'This customer was changed meanwhile.' using errcode = 'PT409',
      detail = private.customer_of(customer.id)::text;
  end if;
  given_mobile := coalesce(private.whole_mobile(correct_customer.mobile), customer.mobile);
  perform private.check_contact(private.trimmed(correct_customer.first_name),
    private.trimmed(correct_customer.last_name), given_mobile,
    -- why: a caller may have no address; a known one is corrected, not removed.
    given_email, customer.email is null);
  if given_mobile <> customer.mobile then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    owner_of_number := private.remaining_customer(holder.id);
    if owner_of_number = customer.id then
      perform private.exchange_details(customer.id, holder.id, '{mobile}');
      -- why: undoing the merge gives each customer the number they have now.
      update public.customer_merges as merge
      set moved = jsonb_set(merge.moved, '{details}', case when (merge.moved -> 'details') ? 'mobile'
        then (merge.moved -> 'details') - 'mobile' else (merge.moved -> 'details') || '["mobile"]' end)
      where merge.from_id = holder.id and merge.into_id = customer.id and merge.undone_at is null;
    elsif owner_of_number is not null then
      perform private.refuse_taken_mobile(owner_of_number);
    end if;
  end if;
  update public.customers as corrected
  set first_name = private.trimmed(correct_customer.first_name),
    last_name = private.trimmed(correct_customer.last_name),
    email = given_email,
    mobile = given_mobile
  where corrected.id = customer.id;
  return private.customer_of(customer.id);
exception
  when unique_violation then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    perform private.refuse_taken_mobile(coalesce(private.remaining_customer(holder.id), customer.id));
  when lock_not_available or deadlock_detected then
    perform private.refuse_busy_customer();
end
$$;

grant execute
  on function public.correct_customer(uuid,text,text,text,timestamp with time zone,text)
  to authenticated;
