/*
 * Other words for what a search says, by the groups that staff keep (the setting search.synonyms): `covered` are the
 * places in `terms` (private.search_terms) of the words that were typed, `words` are those of another expression of the
 * group. 'fairy lights' gives {1,2} {string,lights}. With `is_wide`, words of five letters or more also mean an
 * expression that differs by a typing error, from eight letters on by two.
 */
create function private.synonyms_of(q text, terms text[], is_wide boolean default false)
returns table (covered integer[], words text[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  typed constant text[] := (private.typed_words(q))[1:12];
  -- What may be in a group: one to four of the words, in the singular and in the plural; and the places of these words.
  forms text[] := '{}';
  starts integer[] := '{}';
  ends integer[] := '{}';
  said text;
  groups jsonb;
begin
  select coalesce(setting.value, listed.default_value) into groups
  from private.setting_rules as listed left join private.studio_settings as setting on setting.key = listed.key
  where listed.key = 'search.synonyms';
  for start in 1 .. cardinality(typed) loop
    for ending in start .. least(start + 3, cardinality(typed)) loop
      said := array_to_string(typed[start:ending], ' ');
      forms := forms || array[said, said || 's', regexp_replace(said, '(.)s$', '\1'), regexp_replace(said, '(.)es$', '\1')];
      starts := starts || array[start, start, start, start];
      ends := ends || array[ending, ending, ending, ending];
      continue when not is_wide or ending > start or char_length(said) < 5;
      forms := forms || array(
        select distinct expression
        from jsonb_array_elements(groups) as listed (expressions)
          cross join jsonb_array_elements_text(listed.expressions) as expression
        where abs(char_length(expression) - char_length(said)) <= 2
          and extensions.word_similarity(said, expression) >= 0.3
          and private.typing_errors(said, expression) <= case when char_length(said) < 8 then 1 else 2 end);
      starts := starts || array_fill(start, array[cardinality(forms) - cardinality(starts)]);
      ends := ends || array_fill(ending, array[cardinality(forms) - cardinality(ends)]);
    end loop;
  end loop;
  return query
    select distinct array(
        select at from unnest(terms) with ordinality as term (word, at)
        where word = any (typed[form.start:form.ending]) order by at
      )::integer[], private.telling_words(string_to_array(expression, ' '))
    from jsonb_array_elements(groups) as synonyms (expressions)
      join unnest(forms, starts, ends) as form (form, start, ending) on synonyms.expressions ? form.form
      cross join jsonb_array_elements_text(synonyms.expressions) as expression
    where synonyms.expressions ?| forms and expression <> form.form and terms && typed[form.start:form.ending];
end
$$;
