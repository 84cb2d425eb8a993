/* A span of days as customers read it: `19–20 Dec 2026`, `30 Dec 2026 – 2 Jan 2027`, `19 Dec 2026`. */
create function private.days_text(first_day date, last_day date) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when first_day = last_day then ''
    when date_trunc('month', first_day) = date_trunc('month', last_day) then to_char(first_day, 'FMDD') || '–'
    else to_char(first_day, 'FMDD Mon YYYY') || ' – ' end || to_char(last_day, 'FMDD Mon YYYY')
$$;
