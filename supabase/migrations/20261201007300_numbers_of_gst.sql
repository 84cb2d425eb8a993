-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.checked_document_line(line jsonb, index integer, kept numeric[]) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.document_lines;
  item public.items;
  class public.tax_classes;
  amount numeric;
begin
  if jsonb_typeof(line) is distinct from 'object' or coalesce(line ->> 'kind', '') not in ('item', 'text', 'charge', 'heading') then
    perform private.refuse_line(index, 'A line needs a kind.');
  end if;
  made.position := index + 1;
  made.kind := line ->> 'kind';
  made.text := private.trimmed(coalesce(line ->> 'text', ''));
  if made.kind = 'item' then
    select * into item from public.items as known where known.id = private.uuid_of(line ->> 'item_id');
    if not found then
      perform private.refuse_line(index, 'This item does not exist.');
    end if;
    made.item_id := item.id;
    made.item_type := item.kind;
    made.text := coalesce(nullif(made.text, ''), item.name);
  end if;
  if char_length(made.text) not between 1 and 200 or made.text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse_line(index, 'A line needs a text of at most 200 characters.');
  end if;
  if made.kind <> 'heading' then
    class := private.tax_class_of(made.item_type);
    made.order_item_id := private.uuid_of(line ->> 'order_item_id');
    made.enquiry_item_id := private.uuid_of(line ->> 'enquiry_item_id');
    made.sac := coalesce(line ->> 'sac', class.sac);
    made.place := coalesce(line ->> 'place', class.place);
    made.rate := class.rate;
    made.quantity := private.whole_number(line -> 'quantity', 1, 1000000);
    made.unit_price := private.decimal_of(line -> 'unit_price', 0, 9999999.99);
    if made.quantity is null then
      perform private.refuse_line(index, 'Enter a quantity from 1 to 1,000,000.');
    elsif made.unit_price is null then
      perform private.refuse_line(index, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.');
    elsif made.sac is null or made.sac !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
      perform private.refuse_line(index, 'A SAC has 4, 6 or 8 digits, like 997319.');
    elsif made.place is null or made.place not in ('recipient', 'premises') then
      perform private.refuse_line(index, 'Select where this line is taxed.');
    end if;
    if coalesce(line -> 'rate', 'null') <> 'null' then
      made.rate := private.decimal_of(line -> 'rate', 0, 100);
      if made.rate is null then
        perform private.refuse_line(index, 'Enter a GST rate from 0 to 100%.');
      end if;
    end if;
    if coalesce(line -> 'days', 'null') <> 'null' then
      made.days := private.whole_number(line -> 'days', 1, 3660);
      if made.days is null then
        perform private.refuse_line(index, 'Enter 1 to 3,660 days, or none.');
      end if;
    end if;
    amount := private.line_amount(made.unit_price, made.quantity, made.days);
    if amount > 9999999999.99 then
      perform private.refuse_line(index, 'The amount of this line is too large.');
    end if;
    if coalesce(line -> 'discount_percent', 'null') <> 'null' and coalesce(line -> 'discount_amount', 'null') <> 'null' then
      perform private.refuse_line(index, 'Enter a discount in percent or in rupees, not both.');
    elsif coalesce(line -> 'discount_percent', 'null') <> 'null' then
      made.discount_percent := private.decimal_of(line -> 'discount_percent', 0, 100);
      if made.discount_percent is null then
        perform private.refuse_line(index, 'Enter a discount from 0 to 100%.');
      end if;
    elsif coalesce(line -> 'discount_amount', 'null') <> 'null' then
      made.discount_amount := private.decimal_of(line -> 'discount_amount', 0, 9999999999.99);
      if made.discount_amount is null or made.discount_amount > amount and made.discount_amount <> all (kept) then
        perform private.refuse_line(index, 'A discount cannot be more than the line''s amount.');
      end if;
    end if;
    made.discount_percent := nullif(made.discount_percent, 0);
    made.discount_amount := nullif(made.discount_amount, 0);
  end if;
  return to_jsonb(made);
end
$$;

create function private.gstin_kind(gstin text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' then 'taxpayer'
    when gstin ~ '^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$' then 'tds'
    when gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$' then 'tcs'
    when gstin ~ '^99[0-9]{2}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$' then 'oidar'
    when gstin ~ '^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$' then 'non_resident'
    when gstin ~ '^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$' then 'uin'
  end
$$;

create function private.likely_gstin(gstin text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(meant.gstin, likely_gstin.gstin)
  from unnest(array['', 'OI', '01'], array['', '01', 'OI']) with ordinality as entity (wrong, plain, place)
    cross join unnest(array['', 'OI', '01'], array['', '01', 'OI']) with ordinality as last (wrong, plain, place)
    cross join lateral (
      select translate(left(likely_gstin.gstin, 2), 'OI', '01') || translate(substr(likely_gstin.gstin, 3, 5), '01', 'OI')
        || translate(substr(likely_gstin.gstin, 8, 4), 'OI', '01') || translate(substr(likely_gstin.gstin, 12, 1), '01', 'OI')
        || translate(substr(likely_gstin.gstin, 13, 1), entity.wrong, entity.plain) || substr(likely_gstin.gstin, 14, 1)
        || translate(substr(likely_gstin.gstin, 15), last.wrong, last.plain) as gstin
    ) as meant
  where private.gstin_kind(meant.gstin) = 'taxpayer' and private.is_gstin_checked(meant.gstin)
  order by entity.place, last.place limit 1
$$;

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
      return case when char_length(word) > 254 or word !~ '^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$'
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

create or replace function public.change_tax_class(
  label text,
  sac text,
  rate numeric,
  place text,
  id uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.tax_classes;
  made public.tax_classes;
  answer jsonb;
begin
  perform private.require_staff('admin');
  if change_tax_class.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_tax_class', change_tax_class.key, jsonb_build_array(change_tax_class.id,
    change_tax_class.label, change_tax_class.sac, change_tax_class.rate, change_tax_class.place));
  if answer is not null then
    return answer;
  elsif coalesce(char_length(private.trimmed(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
    perform private.refuse('sac', 'A SAC has 4, 6 or 8 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.trimmed(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
  returning * into made;
  if change_tax_class.id is not null then
    select * into former from public.tax_classes as known where known.id = change_tax_class.id for update;
    if not found then
      raise exception 'There is no such tax class.' using errcode = 'PT404';
    elsif former.succeeded_by is not null then
      raise exception 'Somebody else changed this tax class meanwhile.' using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    update public.tax_classes as known set succeeded_by = made.id where known.id = former.id;
    update private.kind_tax_classes as listed set tax_class_id = made.id where listed.tax_class_id = former.id;
  end if;
  answer := public.tax_classes();
  perform private.bind_idempotency_key('change_tax_class', change_tax_class.key, answer);
  return answer;
end
$$;

create or replace function public.save_billing_profile(customer uuid, profile jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  given public.billing_profiles;
  saved public.billing_profiles;
  known_customer constant uuid := private.remaining_customer(save_billing_profile.customer);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if save_billing_profile.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  -- why a hash: the stored keys hold no personal data.
  answer := private.claim_idempotency_key('save_billing_profile', save_billing_profile.key,
    jsonb_build_array(save_billing_profile.customer, encode(sha256(convert_to(profile::text, 'UTF8')), 'hex')));
  if answer is not null then
    select * into saved from public.billing_profiles as known where known.id = (answer ->> 'id')::uuid;
    return private.billing_profile_value(saved);
  end if;
  perform from public.customers as found where found.id = known_customer and found.erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif jsonb_typeof(profile) is distinct from 'object' then
    perform private.refuse('profile', 'Enter a name and an address.');
  end if;
  given.id := private.uuid_of(profile ->> 'id');
  given.label := private.trimmed(coalesce(profile ->> 'label', ''));
  given.legal_name := private.trimmed(coalesce(profile ->> 'legal_name', ''));
  given.gstin := nullif(upper(regexp_replace(coalesce(profile ->> 'gstin', ''),
    '[\s\u00a0\u00ad\u200b-\u2015\u2028-\u202f\u2060-\u2069\ufeff-]', '', 'g')), '');
  given.address := private.trimmed(replace(coalesce(profile ->> 'address', ''), e'\r\n', e'\n'));
  given.state_code := coalesce(case left(given.gstin, 2) when '99' then '96' else left(given.gstin, 2) end, nullif(profile ->> 'state_code', ''));
  given.zero_rated := coalesce(nullif(profile ->> 'zero_rated', ''), case given.state_code when '96' then 'with_payment' end);
  if char_length(given.label) > 60 then
    perform private.refuse('label', 'At most 60 characters.');
  elsif private.name_problem(given.label) is not null then
    perform private.refuse('label', private.name_problem(given.label));
  elsif private.name_problem(given.legal_name) is not null then
    perform private.refuse('legal_name', private.name_problem(given.legal_name));
  elsif char_length(given.legal_name) not between 1 and 120 then
    perform private.refuse('legal_name', 'Enter the name of the person or company, at most 120 characters.');
  elsif given.gstin is not null and private.setting_problem('{"type": "gstin", "any": true}', to_jsonb(given.gstin)) is not null then
    perform private.refuse('gstin', private.setting_problem('{"type": "gstin", "any": true}', to_jsonb(given.gstin)));
  elsif char_length(given.address) > 400 then
    perform private.refuse('address', 'At most 400 characters.');
  elsif private.name_problem(given.address, true) is not null then
    perform private.refuse('address', private.name_problem(given.address, true));
  elsif given.gstin is not null and given.address = '' then
    perform private.refuse('address', 'A customer with a GSTIN needs an address.');
  elsif given.state_code is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('state_code', 'Select a state of the list.');
  elsif given.zero_rated not in ('with_payment', 'without_payment') then
    perform private.refuse('zero_rated', 'Select an entry of the list.');
  elsif given.zero_rated is not null and given.gstin is null and given.state_code is distinct from '96' then
    perform private.refuse('gstin', 'Enter the GSTIN of the SEZ unit or developer.');
  end if;
  if given.id is null then
    insert into public.billing_profiles (customer_id, label, legal_name, gstin, address, state_code, zero_rated)
    values (known_customer, given.label, given.legal_name, given.gstin, given.address, given.state_code, given.zero_rated)
    returning * into saved;
  else
    update public.billing_profiles as known
    set label = given.label, legal_name = given.legal_name, gstin = given.gstin, address = given.address,
      state_code = given.state_code, zero_rated = given.zero_rated, updated_at = clock_timestamp()
    where known.id = given.id and known.customer_id = any (private.merged_customers(known_customer))
    returning * into saved;
    if not found then
      raise exception 'There is no such billing profile.' using errcode = 'PT404';
    end if;
    perform private.save_amounts(draft.id) from public.documents as draft
    where draft.billing_profile_id = saved.id and draft.state = 'draft';
  end if;
  perform private.bind_idempotency_key('save_billing_profile', save_billing_profile.key, jsonb_build_object('id', saved.id));
  return private.billing_profile_value(saved);
end
$$;
