/*
 * The code in the text of a label: the code alone, or an address that ends in /ops/scan/<code>. Upper case, without
 * spaces around it. Null for a text that cannot be a code.
 */
create function private.scanned_code(label text) returns text
language sql immutable
set search_path = ''
as $$
  select case when char_length(label) <= 500 then substring(upper(coalesce(
    substring(private.trimmed(label) from '(?i)/ops/scan/([^/?#]+)'), private.trimmed(label)
  )) from '^[A-Z0-9-]{1,40}$') end
$$;
