/* A fraction of non-negative amounts, rounded half up to whole numbers. why not round(a / b): a quotient is rounded before. */
create function private.half_up(numerator numeric, denominator numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select div(2 * numerator + denominator, 2 * denominator)
$$;
