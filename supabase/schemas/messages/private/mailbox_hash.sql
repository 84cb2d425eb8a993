/* Salted hash of the mailbox behind an address (private.mailbox). */
create function private.mailbox_hash(address text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(salted.salt || convert_to('mailbox ' || private.mailbox(mailbox_hash.address), 'UTF8'))
  from private.limit_salt as salted
$$;
