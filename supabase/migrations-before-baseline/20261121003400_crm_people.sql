-- A customer's personal data can be erased, and a message of the contact form can be handled.

alter table public.customers
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column mobile drop not null,
  alter column email drop not null,
  alter column search_text drop not null,
  -- When the personal data was erased on request; name, mobile and e-mail are null from then on.
  add column erased_at timestamptz,
  add constraint customers_erased_check check (
    num_nulls(first_name, last_name, mobile, email) = case when erased_at is null then 0 else 4 end
  );

alter table public.contact_enquiries
  -- When somebody dealt with the message, and who. why: no foreign key, as who it was stays true.
  add column handled_at timestamptz,
  add column handled_by uuid,
  add constraint contact_enquiries_handled_check check (handled_at is not null or handled_by is null);

create index contact_enquiries_unhandled_idx on public.contact_enquiries (customer_id)
  where handled_at is null;

create policy "contact_enquiries: crm staff update" on public.contact_enquiries
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));

/*
 * The first who handles a message is remembered, at the database's clock, whatever a request says.
 * Null makes it unhandled again.
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

grant update (handled_at) on public.contact_enquiries to authenticated;
