/*
 * The link to an enquiry with a secret, or a row of nulls for an unknown, expired or revoked secret, without a difference
 * between them. Such attempts are limited together with those of documents (private.count_wrong_link). Notes the day
 * on which it is opened.
 */
create function private.open_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  opened := private.valid_enquiry_link(open_enquiry_link.secret);
  if opened.id is null then
    perform private.count_wrong_link();
  end if;
  return opened;
end
$$;
