/* Checks the dates of a rental (Asia/Kolkata): not in the past, in order, at most 365 days. */
create function private.check_rental(rental_from date, rental_to date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'Rental start date is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'Rental end date is required');
  elsif rental_from < (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse('rental_from', 'Rental start date cannot be in the past');
  elsif rental_from > date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'A rental can last at most 365 days');
  end if;
end
$$;
