-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The items offered below an empty result: at most 24 of that kind that match all words, directly or
 * approximately. [] if there are none.
 */
create function private.items_instead(q text, kind text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(private.read_found(private.found_chunks(q, kind), 'best', null, null, null, 24))
$$;
