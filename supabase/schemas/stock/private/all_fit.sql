/*
 * Whether all lines of a rental that has not begun fit now, at least one of them with dates. items: lines with
 * `availability` (private.lines_availability).
 */
create function private.all_fit(items jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_and(value #> '{availability,short_days}' = '[]' and (value ->> 'rental_from')::date > private.today()), false)
  from jsonb_array_elements(items) where value ->> 'rental_from' is not null
$$;
