/* The day on which a link in an e-mail to an address was opened last; null for never. */
create function private.address_opened(address text) returns date
language sql stable
set search_path = ''
as $$
  select greatest(
    (select max(link.last_opened) from private.enquiry_links as link
      where link.mailed_to = private.address_hash(address_opened.address) and link.last_opened is not null),
    (select max(link.last_opened) from private.links as link
      where link.mailed_to = private.address_hash(address_opened.address) and link.last_opened is not null))
$$;
