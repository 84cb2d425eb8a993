/* A page of a search with dates: adds `availability`, and `free` and `of` to its items. */
create function private.dated_page(page jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return page || jsonb_build_object('availability', days.shows,
      'items', private.with_free(page -> 'items', days))
    || case when page ? 'instead'
      then jsonb_build_object('instead', private.with_free(page -> 'instead', days)) else '{}' end
    || case when days.shows = 'off' then '{"free_total": null}'::jsonb else '{}' end;
end
$$;
