-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * A link to the page of an enquiry, valid for 180 days: its id and its secret, which cannot be read again. reuse: a link
 * of the same enquiry whose secret reached nobody; it gets a new secret, unless it was revoked.
 */
create function private.new_enquiry_link(
  enquiry uuid,
  reuse uuid default null,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  ends constant timestamptz := clock_timestamp() + interval '180 days';
begin
  new_enquiry_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_enquiry_link.secret, 'UTF8'));
  if new_enquiry_link.reuse is not null then
    update private.enquiry_links as link set token = new_token, expires_at = ends
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is null then
    insert into private.enquiry_links (enquiry_order_id, token, expires_at)
    values (new_enquiry_link.enquiry, new_token, ends)
    returning enquiry_links.id into new_enquiry_link.id;
  end if;
end
$$;
