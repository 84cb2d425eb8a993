-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The result of a search by words, with approximate matches if fewer than eight items match all words
 * directly. Empty if the search has no words.
 */
create function private.found_chunks(q text, kind text) returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  terms constant text[] := private.search_terms(q);
  chunks private.search_chunk[];
begin
  if cardinality(terms) = 0 then
    return '{}';
  end if;
  chunks := private.search_chunks(q, terms, kind, is_wide => false);
  if (select coalesce(sum(bit_count(exact::bit(64))), 0) from unnest(chunks)) < 8 then
    chunks := private.search_chunks(q, terms, kind, is_wide => true);
  end if;
  return chunks;
end
$$;
