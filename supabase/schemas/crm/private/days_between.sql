/* The range of days from one to the other, both included; a null end is open. Null if both are null. */
create function private.days_between(first_day date, last_day date) returns daterange
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    when coalesce(first_day, last_day) is null then null
    when last_day < first_day then 'empty'
    else daterange(first_day, last_day, '[]') end;
end
$$;
