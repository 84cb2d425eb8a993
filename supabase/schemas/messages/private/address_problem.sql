/*
 * Why an e-mail cannot go to an address: 'no_address' for none, or one that mail servers would read as something else
 * (quotes, comments, lists); 'reserved_domain' for those that RFC 2606 keeps for examples. Null when it can.
 */
create function private.address_problem(address text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when address !~ '^[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+@[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+$' or address is null
      then 'no_address'
    when lower(address) ~ '[@.](example\.com|example\.net|example\.org|example|invalid)$' then 'reserved_domain' end
$$;
