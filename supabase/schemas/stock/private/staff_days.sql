/*
 * The days of a reservation that staff make: both included, in order, at most 365. Days that have begun
 * are allowed. Raises PT422 for anything else.
 */
create function private.staff_days(rental_from date, rental_to date) returns daterange
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'The first day is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'The last day is required');
  elsif rental_from not between date '2000-01-01' and date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'It can last at most 365 days');
  end if;
  return daterange(rental_from, rental_to, '[]');
end
$$;
