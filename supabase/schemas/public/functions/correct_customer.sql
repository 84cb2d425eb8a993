-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Edits a customer's details except the mobile number, and returns the customer.
 * expected_updated_at: `updated_at` as the caller last saw it.
 * Raises PT422 with a form's message and details {"field": …}, PT404 for an unknown id, PT409 for an
 * erased customer, and for one that was changed in between, with the customer as details. 42501 for
 * anyone but admin and crm_user.
 */
create function public.correct_customer(
  id uuid,
  first_name text,
  last_name text,
  email text,
  expected_updated_at timestamptz
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

grant execute
  on function public.correct_customer(uuid,text,text,text,timestamp with time zone)
  to authenticated;
