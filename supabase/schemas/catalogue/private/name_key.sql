/*
 * Key that equal names share: neither case nor the kind and number of blanks count, so that
 * 'Tea  Pot' from a sheet is Tea Pot. What else differs makes another name.
 */
create function private.name_key(name text) returns text
language sql immutable parallel safe
return private.trimmed(lower(regexp_replace(name,
  '[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g') collate private.names)) collate "C";
