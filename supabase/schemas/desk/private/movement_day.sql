/*
 * The day of a movement: today by default, never in the future, and before today only with a reason. Raises PT422
 * with details {"field": "day" | "reason"}.
 */
create function private.movement_day(day date, reason text) returns date
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if char_length(reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  elsif day > today then
    perform private.refuse('day', 'This day is in the future.');
  elsif day < date '2000-01-01' then
    perform private.refuse('day', 'Please enter a valid date');
  elsif day < today and reason is null then
    perform private.refuse('reason', 'A reason is required for a day before today.');
  end if;
  return coalesce(day, today);
end
$$;
