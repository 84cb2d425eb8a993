/*
 * Validates the dates of a call, inclusive days of Asia/Kolkata. Null without dates. Raises PT400 with a
 * message for one date alone, reversed or past dates, and for more than 92 days.
 */
create function private.rental_days_of(rental_from date, rental_to date) returns private.rental_days
language plpgsql stable
set search_path = ''
as $$
begin
  if rental_from is null and rental_to is null then
    return null;
  end if;
  if rental_from is null or rental_to is null then
    raise exception 'rental_from and rental_to belong together.' using errcode = 'PT400';
  end if;
  if not isfinite(rental_from) or not isfinite(rental_to) then
    raise exception 'rental_from and rental_to must be dates.' using errcode = 'PT400';
  end if;
  if rental_to < rental_from then
    raise exception 'rental_to must not be before rental_from.' using errcode = 'PT400';
  end if;
  if rental_from < private.today() then
    raise exception 'rental_from must not be in the past.' using errcode = 'PT400';
  end if;
  if rental_to - rental_from > 91 then
    raise exception 'A rental may last 92 days at most.' using errcode = 'PT400';
  end if;
  return row(private.shown_availability(), rental_from, rental_to, private.last_blocked_days(rental_to),
    '{}'::uuid[], '{}'::uuid[])::private.rental_days;
end
$$;
