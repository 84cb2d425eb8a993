/*
 * Whether other addresses were typed with the enquiries or messages of a customer than that of their record, so that it
 * may be a stranger's. What came with a merged customer does not count.
 */
create function private.has_other_addresses(customer public.customers) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from (
      select asked.id, 'enquiries' as kind, asked.contact_email from public.enquiry_orders as asked
      where asked.customer_id = customer.id
      union all
      select written.id, 'messages', written.contact_email from public.contact_enquiries as written
      where written.customer_id = customer.id
    ) as typed
    where lower(typed.contact_email) <> lower(customer.email) and not exists (
      select from public.customer_merges as merge
      where merge.into_id = customer.id and merge.undone_at is null and merge.moved -> typed.kind ? typed.id::text))
$$;
