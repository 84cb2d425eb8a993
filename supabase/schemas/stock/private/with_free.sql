/*
 * Adds `free` and `of` to items [{"id", …}], as the caller may learn them: figures, or 1 and 0 with
 * 'yes-no', or nulls. Not counted: nulls.
 */
create function private.with_free(items jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if days.shows = 'off' then
    return (
      select coalesce(jsonb_agg(item || '{"free": null, "of": null}' order by place), '[]')
      from jsonb_array_elements(items) with ordinality as listed (item, place));
  end if;
  return (
    select coalesce(jsonb_agg(item || jsonb_build_object(
        'free', case days.shows when 'exact' then figures.free else least(figures.free, 1) end,
        'of', case days.shows when 'exact' then figures.pieces end) order by place), '[]')
    from jsonb_array_elements(items) with ordinality as listed (item, place)
      left join private.free_of(
        array(select (each ->> 'id')::uuid from jsonb_array_elements(items) as each), days.first, days.last_days
      ) as figures on figures.item_id = (item ->> 'id')::uuid);
end
$$;
