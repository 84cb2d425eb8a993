/* Whether anything that "start with my own" removes was added or changed after a moment, by staff or by visitors. */
create function private.changed_after(moment timestamptz) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
      select from private.activity as entry where entry.at > moment and entry.area = any ('{items,lists,crm}'))
    or exists (select from public.enquiry_orders as enquiry where enquiry.created_at > moment)
    or exists (select from public.contact_enquiries as message where message.created_at > moment)
    or exists (select from public.document_answers as given where given.created_at > moment)
    or exists (select from public.enquiry_answers as given where given.created_at > moment)
    or exists (select from public.payment_claims as claim where claim.created_at > moment);
end
$$;
