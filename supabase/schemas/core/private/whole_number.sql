/* A JSON value as a whole number from `lowest` to `highest`; null if it is none. */
create function private.whole_number(value jsonb, lowest integer, highest integer) returns integer
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 1 = 0 then value::numeric::integer end
  end
$$;
