/*
 * The days that a rental blocks: its own and its turnaround in working days. Closed days of the week
 * and single closed days do not count.
 */
create function private.blocked_range(rented daterange, turnaround integer) returns daterange
language plpgsql stable
set search_path = ''
as $$
declare
  closed_weekdays smallint[];
  free_from date := upper(rented);
  days_left integer := turnaround;
begin
  if turnaround > 0 then
    select settings.closed_weekdays into closed_weekdays from private.availability_settings as settings;
    while days_left > 0 loop
      if extract(isodow from free_from)::smallint <> all (closed_weekdays)
        and not exists (select from private.closed_days as closed where closed.day = free_from) then
        days_left := days_left - 1;
      end if;
      free_from := free_from + 1;
    end loop;
  end if;
  return daterange(lower(rented), free_from);
end
$$;
