-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.setting_problem(rule jsonb, value jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  type constant text := rule ->> 'type';
  -- why: a value that is no string is the empty text below, where a string is wanted.
  word constant text := case when jsonb_typeof(value) = 'string' then value #>> '{}' else '' end;
  figure constant numeric := case when jsonb_typeof(value) = 'number' then value::text::numeric end;
  list_row jsonb;
  said text;
  problem text;
begin
  if (rule ->> 'optional')::boolean and (value is null or value = 'null' or value = '""') then
    return null;
  end if;
  case type
    when 'text' then
      return case
        when jsonb_typeof(value) is distinct from 'string' then 'Enter a text.'
        when word ~ '[\x01-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then 'Some characters cannot be shown: type the text again.'
        when strpos(word, e'\n') > 0 and not coalesce((rule ->> 'multiline')::boolean, false) then 'Use one line only.'
        when (rule ->> 'required')::boolean and private.trimmed(word) = '' then 'This cannot be empty.'
        when char_length(word) > (rule ->> 'max')::integer then format('At most %s characters.', rule ->> 'max')
        when rule ? 'placeholders' then private.placeholder_problem(rule -> 'placeholders', word)
      end;
    when 'email' then
      return case when char_length(word) > 254 or not private.can_be_sent_to(word)
        then 'Enter an e-mail address like name@example.com.' end;
    when 'phone' then
      return case when word !~ '^\+[1-9][0-9]{7,14}$'
        then 'Enter the number with country code, like +918041230000.' end;
    when 'digits' then
      return case when word !~ '^[0-9]*$' or char_length(word) not between (rule ->> 'min')::integer and (rule ->> 'max')::integer
        then format('Enter %s to %s digits.', rule ->> 'min', rule ->> 'max') end;
    when 'url' then
      return case when char_length(word) > 2000 or word !~* '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?#][!-~]*)?$'
        then 'Enter a web address that begins with https:// or http://.' end;
    when 'number' then
      return case when figure is null or figure not between (rule ->> 'min')::numeric and (rule ->> 'max')::numeric
          or figure % (rule ->> 'step')::numeric <> 0
        then format('Enter a %s from %s to %s.', case when rule ->> 'step' = '1' then 'whole number'
          else format('multiple of %s', rule ->> 'step') end, rule ->> 'min', rule ->> 'max') end;
    when 'share' then
      return case when figure is null or figure not between 0 and 1 or figure % 0.0001 <> 0
        then 'Enter a share from 0% to 100%.' end;
    when 'boolean' then
      return case when jsonb_typeof(value) is distinct from 'boolean' then 'Select yes or no.' end;
    when 'choice' then
      return case when value is null or not rule -> 'of' @> jsonb_build_array(value) then 'Select an entry of the list.' end;
    when 'colour' then
      if word !~ '^#[0-9a-f]{6}$' then
        return 'Enter a colour like #00726f.';
      end if;
      return (
        select format('Too little contrast with %s: %s to 1. At least %s to 1 is needed.', ground.value #>> '{}',
          trunc(private.contrast(word, ground.value #>> '{}')::numeric, 1), rule ->> 'contrast')
        from jsonb_array_elements(rule -> 'against') with ordinality as ground (value, place)
        where private.contrast(word, ground.value #>> '{}') < (rule ->> 'contrast')::double precision
        order by ground.place limit 1
      );
    when 'picture' then
      return case
        when jsonb_typeof(value) is distinct from 'object' or value - '{url,alt,focus}'::text[] <> '{}'
          or not value ?& '{url,alt}'::text[] or value -> 'url' <> 'null'
          and coalesce(value ->> 'url', '') !~ '^(/storage/v1/object/public/|/pictures/)[A-Za-z0-9_][A-Za-z0-9_./-]*\.(webp|jpg|jpeg|png|gif|avif)$'
          or coalesce(value ->> 'url', '') ~ '\.\.' then 'Select a picture.'
        when jsonb_typeof(value -> 'alt') is distinct from 'string' or char_length(value ->> 'alt') > 200
          then 'The description of a picture can have 200 characters.'
        when value ? 'focus' and (jsonb_typeof(value -> 'focus') is distinct from 'object'
          or (value -> 'focus') - '{x,y}'::text[] <> '{}'
          or private.setting_problem('{"type": "share"}', value #> '{focus,x}') is not null
          or private.setting_problem('{"type": "share"}', value #> '{focus,y}') is not null) then 'Select a point of the picture.'
      end;
    when 'gstin' then
      said := private.gstin_kind(word);
      if said is null or not private.is_gstin_checked(word) then
        problem := private.likely_gstin(word);
      end if;
      return case
        when problem is not null then format('The letter O and the digit 0, or I and 1, look alike: %s would fit.', problem)
        when said is null then 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.'
        when not private.is_gstin_checked(word)
          then 'The last character of this GSTIN does not fit the others: compare it with the certificate.'
        when said <> 'taxpayer' and not coalesce((rule ->> 'any')::boolean, false) then format('This is %s: enter the GSTIN of a taxpayer.',
          case said
            when 'tds' then 'the number of a deductor of tax at source (TDS)'
            when 'tcs' then 'the number of a marketplace that collects tax at source (TCS)'
            when 'oidar' then 'the number of an online service from abroad (OIDAR)'
            when 'non_resident' then 'the number of a non-resident taxable person'
            else 'the unique identity number (UIN) of an embassy or UN body' end)
        when said <> 'oidar' and (left(word, 2) = '96' or private.gst_state(left(word, 2)) is null) then 'The first two digits of this GSTIN are no state.'
      end;
    when 'code' then
      return case when word !~ (rule ->> 'pattern') then format('Enter a value like %s.', rule ->> 'like') end;
    when 'pan' then
      said := translate(left(word, 5), '01', 'OI') || translate(substr(word, 6, 4), 'OI', '01') || translate(substr(word, 10), '01', 'OI');
      return case
        when word ~ '^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$' then null
        when said ~ '^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$'
          then format('The letter O and the digit 0, or I and 1, look alike: %s would fit.', said)
        else 'A PAN has 10 characters, like AAPFU0939F.'
      end;
    when 'words' then
      if jsonb_typeof(value) is distinct from 'array' then
        return 'Enter a list.';
      elsif jsonb_array_length(value) > (rule ->> 'max')::integer then
        return format('At most %s lines.', rule ->> 'max');
      end if;
      for line_at in 1 .. jsonb_array_length(value) loop
        list_row := value -> (line_at - 1);
        problem := case
          when jsonb_typeof(list_row) <> 'array' then 'enter words.'
          when list_row ? '' then 'a word is missing beside a comma.'
          when jsonb_array_length(list_row) < 2 then 'enter two words or more, with commas between them.'
          when jsonb_array_length(list_row) > (rule ->> 'words')::integer then format('at most %s words.', rule ->> 'words')
        end;
        for said in select case when jsonb_typeof(each) = 'string' then each #>> '{}' else '' end
          from jsonb_array_elements(case when problem is null then list_row else '[]' end) as each loop
          problem := coalesce(problem, case
            when said collate private.names !~ '^[[:alnum:]]+( [[:alnum:]]+)*$' or lower(said collate private.names) <> said
              then 'use small letters, digits and single spaces only.'
            when char_length(said) > (rule ->> 'length')::integer then format('at most %s characters a word.', rule ->> 'length')
            when cardinality(string_to_array(said, ' ')) > 4 then 'at most 4 words between two commas.'
          end);
        end loop;
        if problem is not null then
          return format('Line %s: %s', line_at, problem);
        end if;
      end loop;
      return null;
    when 'list' then
      if jsonb_typeof(value) is distinct from 'array' then
        return 'Enter a list.';
      elsif jsonb_array_length(value) < (rule ->> 'min')::integer then
        return format('At least %s rows.', rule ->> 'min');
      elsif jsonb_array_length(value) > (rule ->> 'max')::integer then
        return format('At most %s rows.', rule ->> 'max');
      end if;
      for row_at in 1 .. jsonb_array_length(value) loop
        list_row := value -> (row_at - 1);
        if jsonb_typeof(list_row) is distinct from 'object'
          or list_row - array(select jsonb_object_keys(rule -> 'of')) <> '{}' then
          return format('Row %s is no row of this list.', row_at);
        end if;
        for problem in
          select private.setting_problem(field.value, list_row -> field.key)
          from jsonb_each(rule -> 'of') as field order by field.key collate "C"
        loop
          if problem is not null then
            return format('Row %s: %s', row_at, problem);
          end if;
        end loop;
      end loop;
      return null;
    else
      raise exception 'Unknown type of a rule: %.', type;
  end case;
end
$$;
