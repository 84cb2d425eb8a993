/*
 * The part of the statement of private.search_chunks that makes `found (counted, chunk, ranks, near, is_partial)` of
 * `chunk (counted, chunk, named, phrase, s11, …)`: the items with all terms. First of all come those with the text as
 * their whole name (slot -2), then those with it in their name as typed, if it has several terms.
 */
create function private.full_ranks(terms text[], known integer[], longer jsonb, is_wide boolean)
returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  levels constant text[] := private.search_levels(known, longer, array(select generate_subscripts(terms, 1)));
  most constant integer := case when is_wide then 6 else 5 end;
  named constant text := case when -2 = any (known) then 'named' end;
  typed constant text := nullif(concat_ws(' | ', named, case when cardinality(terms) > 1 then 'phrase' end), '');
  alike constant text := case when is_wide and cardinality(terms) = 1 and 0 = any (known) then 's0' end;
  ranks text := nullif(concat_ws(', ', named, nullif(typed, named)), '');
  -- why brackets: SQL's | and & bind equally.
  found constant text := format('%s(%s)', typed || ' | ', levels[most]);
begin
  for level in 1 .. most loop
    -- why: a rank that can have no items of its own would be read for nothing.
    continue when level < most and (levels[level] = levels[level + 1] or levels[level] like '%(0::bigint)%');
    ranks := concat_ws(', ', ranks, format('%s(%s)', typed || ' | ', levels[level]));
  end loop;
  return format(
    'found as (
       select counted, chunk, array[%s] as ranks, %s as near, false as is_partial
       from chunk where (%s) <> 0%s
     )',
    ranks,
    case when alike is null then '0::bigint' else format('case when bool_or((%s) <> 0) over () then 0 else %s end', found, alike) end,
    found, ' or ' || alike || ' <> 0');
end
$$;
