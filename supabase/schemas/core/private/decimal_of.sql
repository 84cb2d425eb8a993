/* A JSON value as rupees or percent from `lowest` to `highest` with at most two decimals; null if it is none. */
create function private.decimal_of(value jsonb, lowest numeric, highest numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 0.01 = 0 then round(value::numeric, 2) end
  end
$$;
