-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * A link to the page of an enquiry, valid for 180 days: its id and its secret, which cannot be read again. reuse: a link
 * of the same enquiry whose secret reached nobody; it gets a new secret, unless it was revoked. is_personal: the secret
 * goes to the address or number of the customer's record only, not to whoever filled in the form.
 */
create function private.new_enquiry_link(
  enquiry uuid,
  reuse uuid default null,
  is_personal boolean default false,
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
    update private.enquiry_links as link
    set token = new_token, expires_at = ends, is_personal = new_enquiry_link.is_personal
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is null then
    insert into private.enquiry_links (enquiry_order_id, token, is_personal, expires_at)
    values (new_enquiry_link.enquiry, new_token, new_enquiry_link.is_personal, ends)
    returning enquiry_links.id into new_enquiry_link.id;
  end if;
end
$$;
