/* A price in rupees from JSON: 0 to 9,999,999.99 with at most two decimals; null if it is none. */
create function private.price_of(value jsonb) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between 0 and 9999999.99 and value::numeric * 100 % 1 = 0 then value::numeric end
  end
$$;
