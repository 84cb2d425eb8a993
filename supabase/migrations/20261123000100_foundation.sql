-- Foundation: default privileges, the private schema, the collation of names, and the functions and
-- triggers that many tables share.

-- why: older Supabase projects grant everything on new objects to the API roles, and PostgreSQL
-- grants EXECUTE on new functions to PUBLIC. From here on every grant is explicit.
alter default privileges in schema public
  revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from public, anon, authenticated, service_role;
-- why: the built-in EXECUTE for PUBLIC is a global default; a per-schema revoke cannot remove it.
alter default privileges revoke execute on functions from public;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- why: the API roles get no USAGE here. Policies, triggers and checks refer to these functions by
-- object id, for which EXECUTE is enough; a statement cannot name them.
create schema private;

create extension if not exists pg_trgm with schema extensions;

-- Sort order of everything that people read: "apple, Banana, cherry" (ks-level2) and "Flat 2, Flat 10" (kn).
-- why: deterministic, because LIKE does not work on nondeterministic collations. Strings that differ
-- only in case are then ordered by their bytes, which a keyset cursor needs.
create collation private.names (
  provider = icu, locale = 'und-u-kn-ks-level2', deterministic = true
);

/*
 * Trims white space as browsers do (String.prototype.trim), no-break and zero-width spaces included.
 * why: a SQL-standard body, which is inlined and needs no search_path.
 */
create function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, E' \t\n\r\f\u000b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff');

/* At most three pictures, each an http(s) URL or a path from the site's root; `//host` is neither. */
create function private.is_image_list(images text[]) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_ndims(images), 1) = 1
    and cardinality(images) <= 3
    and not exists (
      select from unnest(images) as image
      where image is null
        or char_length(image) > 2000
        or image !~ '^(https?://[^\s/\\]|/[^\s/\\])[^\s\\]*$'
    )
$$;

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

/* Sets updated_at on every update. */
create function private.touch_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

/*
 * Gives each row its code (PRP-00001) once. Trigger arguments: code column, prefix, sequence.
 * why: a code in the statement is ignored, whoever sends it: codes come from the sequence only.
 */
create function private.assign_code() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  number text;
  code text;
begin
  if tg_op = 'INSERT' then
    number := nextval(tg_argv[2]::regclass)::text;
    -- why: lpad truncates longer strings.
    code := tg_argv[1] || '-' || lpad(number, greatest(5, length(number)), '0');
  else
    code := to_jsonb(old) ->> tg_argv[0];
  end if;
  new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], code));
  return new;
end
$$;

/*
 * Gives each row its slug once ('wing-chair', 'wing-chair-2'): unique in its table, never changed.
 * Trigger arguments: name column, fallback column for names without a Latin letter or digit.
 */
create function private.assign_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_taken constant text := format('select exists (select from %s where slug = $1)', tg_relid::regclass);
  base text;
  taken boolean;
  -- Bounds of the search: last_taken is in use, first_free is not.
  last_taken integer := 1;
  first_free integer := 2;
  middle integer;
begin
  if tg_op = 'UPDATE' then
    new.slug := old.slug;
    return new;
  end if;
  base := private.slug_of(to_jsonb(new) ->> tg_argv[0]);
  if base = '' then
    base := private.slug_of(to_jsonb(new) ->> tg_argv[1]);
  end if;
  new.slug := base;
  -- why: two people adding the same name at once must get two slugs, not a unique violation.
  perform pg_advisory_xact_lock(hashtextextended('slug of ' || tg_relid::text, 0));
  execute is_taken into taken using base;
  if not taken then
    return new;
  end if;
  loop
    execute is_taken into taken using base || '-' || first_free;
    exit when not taken;
    last_taken := first_free;
    first_free := first_free * 2;
  end loop;
  while first_free - last_taken > 1 loop
    middle := (last_taken + first_free) / 2;
    execute is_taken into taken using base || '-' || middle;
    if taken then
      last_taken := middle;
    else
      first_free := middle;
    end if;
  end loop;
  new.slug := base || '-' || first_free;
  return new;
end
$$;

grant execute on function private.is_image_list(text[]) to authenticated, service_role;
grant execute on function private.trimmed(text) to authenticated, service_role;
