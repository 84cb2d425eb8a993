/*
 * The result of a search by words: with approximate matches if fewer than eight items match all words directly, and with
 * the items that have the most of the words if none has all. Empty if the search has no words.
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
  chunks := private.search_chunks(q, terms, kind, 'direct');
  if private.found_count(chunks) < 8 then
    chunks := private.search_chunks(q, terms, kind, 'wide');
    if cardinality(terms) > 1 and private.found_count(chunks) = 0 then
      chunks := private.search_chunks(q, terms, kind, 'partial');
    end if;
  end if;
  return chunks;
end
$$;
