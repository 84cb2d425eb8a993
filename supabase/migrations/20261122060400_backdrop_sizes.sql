-- Sizes of backdrops are written one way, whoever adds them: '10 × 20 ft'.

/* A size in feet, typed in any of the usual ways, as '10 × 20 ft'; other texts as they are. */
create function private.area_spelling(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select regexp_replace(value,
    '^\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|[''′’])?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|[''′’])?\.?\s*$',
    '\1 × \2 ft', 'i')
$$;

create function private.spell_size() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.size_value := private.area_spelling(new.size_value);
  return new;
end
$$;

-- why: sizes that would become one stay two, for staff to decide which items have which.
update public.backdrop_size_manager as size set size_value = private.area_spelling(size.size_value)
where size.size_value <> private.area_spelling(size.size_value)
  and not exists (
    select from public.backdrop_size_manager as other
    where other.id <> size.id
      and private.area_spelling(other.size_value) = private.area_spelling(size.size_value));

-- Triggers fire in the order of their names: the spelling comes before the slug.
create trigger backdrop_size_manager_area before insert or update of size_value on public.backdrop_size_manager
  for each row execute function private.spell_size();
