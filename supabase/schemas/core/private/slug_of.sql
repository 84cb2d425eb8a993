/*
 * The words of a name joined by hyphens, for an address: 'Café Chair #2' becomes 'cafe-chair-2'. May be empty.
 */
create function private.slug_of(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select btrim(left(btrim(
    regexp_replace(
      -- NFKD separates accents from their letters; they are dropped.
      regexp_replace(lower(normalize(name, nfkd) collate "C"), '[\u0300-\u036f]', '', 'g'),
      '[^a-z0-9]+', '-', 'g'),
    '-'), 80), '-')
$$;
