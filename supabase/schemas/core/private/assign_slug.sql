/*
 * Writes the name of each row on one line (private.one_line), and gives it its slug once ('wing-chair', 'wing-chair-2'):
 * unique in its table, never changed.
 * Trigger arguments: name column, fallback column for names without a Latin letter or digit.
 */
create function private.assign_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_taken constant text := format('select exists (select from %s where slug = $1)', tg_relid::regclass);
  named constant text := to_jsonb(new) ->> tg_argv[0];
  base text;
  taken boolean;
  -- Bounds of the search: last_taken is in use, first_free is not.
  last_taken integer := 1;
  first_free integer := 2;
  middle integer;
begin
  if named <> private.one_line(named) then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], private.one_line(named)));
  end if;
  if tg_op = 'UPDATE' then
    new.slug := old.slug;
    return new;
  end if;
  base := private.slug_of(named);
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
