/* The financial year of a day, April to March: '26-27'. */
create function private.financial_year(day date) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select lpad((first_year % 100)::text, 2, '0') || '-' || lpad(((first_year + 1) % 100)::text, 2, '0')
  from (select extract(year from day)::integer - case when extract(month from day) < 4 then 1 else 0 end as first_year) as years
$$;
