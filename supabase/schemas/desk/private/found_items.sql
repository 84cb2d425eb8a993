/*
 * Items that a text finds. rank: 0 for a whole code, 1 for its beginning, 2 for the beginning of the name, 3 for the text
 * elsewhere in it, 3.1 for the rest. Archived and deleted items are left out.
 * q: as typed. reach: 'names' for their code and a part of their name, about sixty; 'words', where fewer than eight have
 * that, for those with all words in their name too, and eight as visitors find them; 'wide' for eight with all words,
 * with typing errors.
 */
create function private.found_items(q text, reach text) returns table (id uuid, rank numeric)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(q);
  said constant text := private.typed_search(q);
  compared constant text := private.compared(said);
  -- 'prp 12' gives prp and 12.
  parts constant text[] := regexp_match(said, '^([a-z]{3})[ -]*0*([1-9][0-9]{0,11})$');
  whole_code constant text := upper(parts[1]) || '-' || lpad(parts[2], greatest(5, length(parts[2])), '0');
  terms constant text[] := private.search_terms(q);
  -- why three letters: shorter words are in no trigram.
  long constant text[] := array(select term from unnest(terms) as term where char_length(term) > 2);
  named uuid[] := '{}';
begin
  if reach <> 'wide' then
    named := array(
      select listed.id from public.items as listed where listed.code in (upper(said), whole_code)
      union
      (select listed.id from public.items as listed
        where said ~ '^[a-z]{3}-[0-9]*$' and listed.code between upper(said) and upper(said) || '~'
        order by listed.code limit 5)
      union
      (select listed.id from public.items as listed where length(compared) >= 3 and private.compared(listed.name) collate "C" like pattern limit 60));
  end if;
  if reach = 'words' and cardinality(named) < 8 and long <> '{}' and cardinality(terms) > 1 then
    -- why composed: an index finds names with several words at once only where each is a condition of its own. Items
    -- that visitors do not see are in no other index of words.
    execute format('select $1 || array(
        select id from public.items where %s and removed_at is null and archived_at is null
          and not exists (select from unnest($3) as term where strpos(private.compared(name), term) = 0) limit 60)',
      (select string_agg(format('private.compared(name) collate "C" like private.pattern_of($2[%s])', at), ' and ')
        from generate_subscripts(long, 1) as at))
      into named using named, long, terms;
  end if;
  if reach <> 'names' and cardinality(named) < 8 and long <> '{}' then
    named := named || array(
      select (listed ->> 'id')::uuid
      from jsonb_array_elements(private.read_found(
        private.search_chunks(q, terms, null, case reach when 'wide' then 'wide' else 'direct' end),
        'best', null, null, null, 8)) as listed);
  end if;
  return query
    select item.id, case when item.code in (upper(said), whole_code) then 0 when starts_with(item.code, upper(said)) then 1
      when starts_with(private.compared(item.name), compared) then 2
      when private.compared(item.name) like pattern then 3 else 3.1 end
    from public.items as item
    where item.id = any (named) and item.removed_at is null and item.archived_at is null;
end
$$;
