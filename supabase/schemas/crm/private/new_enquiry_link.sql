/*
 * A link to the page of an enquiry, valid for 180 days: its id and its secret, which cannot be read again. reuse: a link
 * of the same enquiry whose secret reached nobody; it gets a new secret, unless it was revoked. is_personal: the secret
 * goes to the address or number of the customer's record only, not to whoever filled in the form. address: where it is
 * e-mailed to.
 */
create function private.new_enquiry_link(
  enquiry uuid,
  reuse uuid default null,
  is_personal boolean default false,
  address text default null,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  person uuid;
  mailbox constant bytea := private.address_hash(new_enquiry_link.address);
  ends constant timestamptz := clock_timestamp() + interval '180 days';
begin
  new_enquiry_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_enquiry_link.secret, 'UTF8'));
  if new_enquiry_link.reuse is not null then
    update private.enquiry_links as link
    set token = new_token, expires_at = ends, is_personal = new_enquiry_link.is_personal, mailed_to = mailbox
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is not null then
    return;
  end if;
  if new_enquiry_link.is_personal then
    select asked.customer_id into person from public.enquiry_orders as asked where asked.id = new_enquiry_link.enquiry;
  else
    -- why that of the first one: the enquiry may have moved to another customer since it was sent.
    select link.customer_id into person from private.enquiry_links as link
    where link.enquiry_order_id = new_enquiry_link.enquiry and not link.is_personal
    order by link.created_at, link.id limit 1;
    if not found then
      -- A customer who was known before is not who filled in the form.
      select customer.id into person from public.enquiry_orders as asked
        join public.customers as customer on customer.id = asked.customer_id
      where asked.id = new_enquiry_link.enquiry and customer.created_at >= asked.created_at;
    end if;
  end if;
  insert into private.enquiry_links (enquiry_order_id, token, is_personal, customer_id, mailed_to, expires_at)
  values (new_enquiry_link.enquiry, new_token, new_enquiry_link.is_personal, person, mailbox, ends)
  returning enquiry_links.id into new_enquiry_link.id;
end
$$;
