/*
 * The document of a link (private.linked_content); null for an unknown, expired or revoked secret. Reading changes
 * nothing but the day on which the link was opened last.
 * Raises PT429 with {"retry_after": seconds} after too many failed attempts from one address.
 */
create function public.linked_document(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link constant private.links := private.open_document_link(linked_document.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_content(link, private.shown_document(link));
end
$$;

grant execute on function public.linked_document(text) to anon, authenticated, service_role;
