/* A recovery code's hash. Spaces, hyphens and case do not count; O is read as 0, I and L as 1. */
create function private.recovery_hash(code text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(
    translate(upper(regexp_replace(left(code, 100), '[^0-9A-Za-z]', '', 'g')), 'OIL', '011'), 'UTF8'))
$$;
