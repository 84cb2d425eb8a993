/* The first and last day of an order's lines with an item; nulls if none has dates. lines: rows by id. */
create function private.span_of(lines jsonb, out first_day date, out last_day date) returns record
language sql immutable parallel safe
set search_path = ''
as $$
  select min((value ->> 'rental_from')::date), max((value ->> 'rental_to')::date)
  from jsonb_each(lines) where value ->> 'item_id' is not null
$$;
