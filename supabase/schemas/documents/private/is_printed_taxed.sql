/* Whether an issued document was taxed: a studio without a registration prints no rates. */
create function private.is_printed_taxed(document public.documents) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_path_exists(document.frozen, '$.lines[*] ? (@.rate != null)')
$$;
