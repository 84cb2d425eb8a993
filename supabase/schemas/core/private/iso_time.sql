/*
 * A time as JSON writes it, in UTC whatever the session's time zone.
 * why a body that is parsed here: it needs no search_path, so that the planner puts it in the place of its calls.
 */
create function private.iso_time(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
