-- Messages of the contact form on the home page.

create table public.contact_enquiries (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  message text,
  -- As sent with this message; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  -- When the message was marked as handled, and by whom. why: no foreign key, so that it stays when
  -- the account is deleted.
  handled_at timestamptz,
  handled_by uuid,
  constraint contact_enquiries_pkey primary key (id),
  constraint contact_enquiries_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint contact_enquiries_message_length check (char_length(message) <= 2000),
  constraint contact_enquiries_contact_first_name_check check (private.is_person_name(contact_first_name)),
  constraint contact_enquiries_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint contact_enquiries_contact_email_check check (private.is_email(contact_email)),
  constraint contact_enquiries_handled_check check (handled_at is not null or handled_by is null)
);

create index contact_enquiries_customer_id_idx on public.contact_enquiries (customer_id);
create index contact_enquiries_newest_idx on public.contact_enquiries (created_at, id);
create index contact_enquiries_unhandled_idx on public.contact_enquiries (customer_id)
  where handled_at is null;

alter table public.contact_enquiries enable row level security;

create policy "contact_enquiries: crm staff read" on public.contact_enquiries
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: service_role does all" on public.contact_enquiries
  for all to service_role using (true) with check (true);
create policy "contact_enquiries: crm staff update" on public.contact_enquiries
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));

grant select, update (handled_at) on public.contact_enquiries to authenticated;
grant select, insert, update, delete on public.contact_enquiries to service_role;

/*
 * Records when a message was handled and by whom: the first time only, by the database's clock,
 * whatever the request says. Setting handled_at to null reopens the message.
 */
create function private.handle_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.handled_at is null then
    new.handled_by := null;
  elsif old.handled_at is not null then
    new.handled_at := old.handled_at;
    new.handled_by := old.handled_by;
  elsif auth.uid() is not null then
    new.handled_at := now();
    new.handled_by := auth.uid();
  end if;
  return new;
end
$$;

create trigger contact_enquiries_handled before update of handled_at on public.contact_enquiries
  for each row execute function private.handle_message();

/*
 * Saves a message with its customer, and returns {"status": "received", "received_at": moment}.
 *
 * Raises PT422 with a form's message and details {"field": …}; PT409 idempotency_key_reused;
 * PT429 with details {"retry_after": seconds} over a limit. Any other failure has the step as
 * its hint: customer_lookup, customer_create or contact_save (docs/product/enquiry.md).
 * why plan_cache_mode: as in submit_enquiry.
 */
create function public.submit_contact_enquiry(
  idempotency_key uuid default null, first_name text default null, last_name text default null,
  mobile text default null, email text default null, message text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_contact_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_contact_enquiry.last_name);
  given_mobile constant text := private.trimmed(submit_contact_enquiry.mobile);
  given_email constant text := private.trimmed(submit_contact_enquiry.email);
  given_message text;
  customer uuid;
  received_at timestamptz;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_contact_enquiry.message));
  if answer is not null then
    return answer;
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    insert into public.contact_enquiries (
      customer_id, message, contact_first_name, contact_last_name, contact_email
    ) values (
      customer, given_message, given_first_name, given_last_name, given_email
    ) returning created_at into received_at;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer);
  return answer;
end
$$;

grant execute on function public.submit_contact_enquiry(uuid, text, text, text, text, text)
  to anon, authenticated, service_role;
