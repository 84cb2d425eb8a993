/* Refuses days of a register that are missing, in the wrong order, or more than ten years apart. */
create function private.check_register_days(first_day date, last_day date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_day > last_day or last_day - first_day > 3660, true) then
    perform private.refuse('from', 'Select a first and a last day, at most ten years apart.');
  end if;
end
$$;
