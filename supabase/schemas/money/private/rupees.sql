/* An amount of rupees in a message: ₹25,000.00 with Indian digit groups. */
create function private.rupees(amount numeric) returns text
language sql immutable
set search_path = ''
as $$
  select case when amount < 0 then '-' else '' end || '₹'
    || regexp_replace(trunc(abs(amount))::text, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') || right(round(amount, 2)::text, 3)
$$;
