/*
 * The items offered below an empty result: at most 24 of that kind that the search by words finds; with
 * `free_days`, only what is free on them. [] if there are none.
 */
create function private.items_instead(q text, kind text, free_days private.rental_days default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, kind);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(private.read_found(chunks, 'best', null, null, null, 24));
end
$$;
