/* Enough of an e-mail address for its owner to see a slip: `a…@example.com`; null without one. */
create function private.masked_email(email text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select left(masked_email.email, 1) || '…@' || split_part(masked_email.email, '@', 2)
$$;
