/*
 * Salted hash of an e-mail address as it is written, without capitals; null for none.
 * why not private.mailbox_hash: two addresses that may be one mailbox are not known to be one.
 */
create function private.address_hash(address text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(salted.salt || convert_to('address ' || lower(address_hash.address), 'UTF8'))
  from private.limit_salt as salted
$$;
