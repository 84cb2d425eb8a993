/*
 * SQL text of how well items match the terms at some places, as bitmaps of the slots of a search (private.term_matches;
 * slot 3 has words of descriptions), six levels, each with the ones before it: all terms as whole words of the name; or
 * synonyms there; or parts of words there; or in descriptions; or in lookups; or approximately. known: the slots in
 * which there is anything. longer: [{"units", "covered"}], a synonym of several words each: its units (at most four),
 * and the terms that it stands for.
 */
create function private.search_levels(known integer[], longer jsonb, places integer[]) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  synonym_slots integer[];
  levels text[] := array_fill(null::text, array[6]);
  has text;
  whole text;
  part text;
  n integer;
  unit integer;
  slot integer;
  synonym jsonb;
begin
  for level in 1 .. 6 loop
    synonym_slots := case when level = 1 then '{}' when level < 4 then '{1}' when level = 4 then '{1,3}' else '{1,3,4}' end;
    foreach n in array places loop
      has := null;
      for slot in 1 .. greatest(level - 1, 1) loop
        if 10 * n + slot = any (known) then
          has := concat_ws(' | ', has, 's' || 10 * n + slot);
        end if;
      end loop;
      foreach slot in array synonym_slots loop
        if 100 + 10 * n + slot = any (known) then
          has := concat_ws(' | ', has, 's' || 100 + 10 * n + slot);
        end if;
      end loop;
      for synonym in select jsonb_array_elements(longer) where level > 1 and longer <> '[]' loop
        continue when not synonym -> 'covered' @> to_jsonb(n);
        whole := null;
        for unit in select jsonb_array_elements_text(synonym -> 'units')::integer loop
          part := null;
          foreach slot in array synonym_slots loop
            if 10 * unit + slot = any (known) then
              part := concat_ws(' | ', part, 's' || 10 * unit + slot);
            end if;
          end loop;
          whole := concat_ws(' & ', whole, format('(%s)', coalesce(part, '0::bigint')));
        end loop;
        has := concat_ws(' | ', has, format('(%s)', whole));
      end loop;
      levels[level] := concat_ws(' & ', levels[level], format('(%s)', coalesce(has, '0::bigint')));
    end loop;
  end loop;
  return levels;
end
$$;
