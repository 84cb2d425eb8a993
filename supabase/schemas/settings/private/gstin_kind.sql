/*
 * Holder of a number of GST, by its form: 'taxpayer', 'tds' (deducts tax at source), 'tcs' (a marketplace that
 * collects it), 'oidar' (online service from abroad), 'non_resident', 'uin' (embassy or UN body); null for no such number.
 * Twin: `gstinKind` in src/domain/settings/rules/gstin.ts.
 */
create function private.gstin_kind(gstin text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' then 'taxpayer'
    when gstin ~ '^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$' then 'tds'
    when gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$' then 'tcs'
    when gstin ~ '^99[0-9]{2}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$' then 'oidar'
    when gstin ~ '^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$' then 'non_resident'
    when gstin ~ '^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$' then 'uin'
  end
$$;
