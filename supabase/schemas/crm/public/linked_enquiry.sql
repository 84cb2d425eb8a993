/*
 * The page of an enquiry (private.linked_enquiry_content); null for an unknown, expired or revoked secret. Reading
 * changes nothing but the day on which the link was opened last.
 * Raises PT429 with {"retry_after": seconds} after too many failed attempts from one address.
 */
create function public.linked_enquiry(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link constant private.enquiry_links := private.open_enquiry_link(linked_enquiry.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_enquiry_content(link);
end
$$;

grant execute on function public.linked_enquiry(text) to anon, authenticated, service_role;
