/* The kind of document whose numbers of this financial year have this prefix; null for none. */
create function private.kind_of_series(prefix text) returns text
language sql stable
set search_path = ''
as $$
  select series.kind from private.document_series as series
  where series.fy = private.financial_year(private.today()) and series.prefix = kind_of_series.prefix
$$;
