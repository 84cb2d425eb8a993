-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  facts constant private.document_kinds := private.kind_of(draft);
  place constant record := private.document_place(draft);
  profile public.billing_profiles;
  gstin constant text := private.setting_text('identity.gstin');
  wrong_gstin constant text := private.setting_problem('{"type": "gstin", "optional": true}', to_jsonb(gstin));
  line record;
  billed record;
begin
  select * into profile from public.billing_profiles as known where known.id = draft.billing_profile_id;
  if exists (
    select from public.customers as customer
    where customer.id = private.remaining_customer(draft.customer_id) and customer.erased_at is not null
  ) then
    missing := missing || jsonb_build_object('field', 'customer', 'text', 'The data of this customer was erased.');
  end if;
  if not exists (
    select from public.document_lines as listed where listed.document_id = draft.id and listed.kind <> 'heading'
  ) then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'Add a line.');
  elsif facts.is_tax_document and (amounts #>> '{sums,total}')::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if facts.lines = 'source' then
    for line in
      select listed.position, listed.text, former.label, former.rate as former_rate, current.rate as current_rate
      from public.document_lines as listed
        join public.tax_classes as former on (former.sac, former.rate, former.place) = (listed.sac, listed.rate, listed.place)
          and former.succeeded_by is not null
        join lateral (
          with recursive later as (
            select next.* from public.tax_classes as next where next.id = former.succeeded_by
            union all
            select next.* from later join public.tax_classes as next on next.id = later.succeeded_by
          )
          select * from later where later.succeeded_by is null
        ) as current on true
      where listed.document_id = draft.id and not exists (
        select from public.tax_classes as valid
        where (valid.sac, valid.rate, valid.place) = (listed.sac, listed.rate, listed.place) and valid.succeeded_by is null)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The tax class "%s" changed: this line has %s%%, today''s rate is %s%%.', line.label,
        trim_scale(line.former_rate), trim_scale(line.current_rate)));
    end loop;
  end if;
  -- A credit note has the place of its invoice.
  if facts.lines <> 'corrected' and private.is_gst_registered() and private.studio_state() is null then
    missing := missing || jsonb_build_object('field', 'studio.region', 'text',
      'Enter the studio''s GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.');
  end if;
  -- why also of a quote: it is printed there, and decides which GST is due.
  if private.is_gst_registered() and wrong_gstin is not null then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text',
      'Correct the studio''s GSTIN in the settings. ' || wrong_gstin);
  end if;
  if facts.is_offer and draft.valid_until < private.today() then
    missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
  end if;
  if not facts.is_tax_document then
    return missing;
  end if;
  if private.setting_text('identity.legal_name') = '' then
    missing := missing || jsonb_build_object('field', 'identity.legal_name', 'text', 'Enter the studio''s legal name in the settings.');
  end if;
  if not private.is_gst_registered() then
    if draft.kind = 'receipt_voucher' then
      missing := missing || jsonb_build_object('field', 'studio.gst_registered', 'text',
        'A studio that is not registered for GST issues no vouchers: record the money without one.');
    end if;
  elsif gstin = '' then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text', 'Enter the studio''s GSTIN in the settings.');
  end if;
  if facts.bill_sign > 0 then
    if profile.gstin is not null and (private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'A customer with a GSTIN needs a legal name and an address.');
    elsif profile.gstin is null and (amounts #>> '{sums,taxable}')::numeric >= 50000
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '' or profile.state_code is null)
    then
      -- Rule 46(e) of the CGST Rules.
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'From ₹50,000 an invoice needs the customer''s name, address and state.');
    end if;
    if place.reason = 'customer' and place.code is distinct from private.studio_state() and exists (
      select from public.document_lines as listed where listed.document_id = draft.id and listed.place = 'premises'
    ) then
      missing := missing || jsonb_build_object('field', 'place_of_supply', 'text',
        'Some lines are taxed in the customer''s state and others in the studio''s. Make two invoices, or set one place of supply.');
    end if;
    for line in
      -- why first: what was credited is read of these invoices only.
      with earlier as materialized (
        select listed.position, other.id, other.number, former.position as billed_position, former.taxable
        from public.document_lines as listed
          join public.document_lines as former on former.order_item_id = listed.order_item_id
          join public.documents as other on other.id = former.document_id and other.kind = 'invoice' and other.state = 'issued'
        where listed.document_id = draft.id and listed.order_item_id is not null
      )
      select earlier.position, min(earlier.number) as number
      from earlier left join private.credited_lines(earlier.id, null) as credited
        on credited.line_position = earlier.billed_position
      where coalesce(credited.taxable, 0) < earlier.taxable
      group by earlier.position order by earlier.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format('This is on %s already.', line.number));
    end loop;
  elsif facts.lines = 'corrected' then
    if private.trimmed(coalesce(draft.reason, '')) = '' then
      missing := missing || jsonb_build_object('field', 'reason', 'text', 'Say why the invoice is corrected.');
    end if;
    for billed in
      select listed.position, whole.taxable - coalesce(credited.taxable, 0) as rest
      from public.document_lines as listed
        join public.document_lines as whole on whole.document_id = draft.corrects and whole.position = listed.credits_position
        left join private.credited_lines(draft.corrects, draft.id) as credited on credited.line_position = whole.position
      where listed.document_id = draft.id and listed.unit_price > whole.taxable - coalesce(credited.taxable, 0)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', billed.position - 1, 'text',
        format('Only ₹%s of this line is left to credit.', trim(to_char(billed.rest, '9999999990.00'))));
    end loop;
  end if;
  return missing;
end
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
      return case
        when word !~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' then 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.'
        when not private.is_gstin_checked(word)
          then 'The last character of this GSTIN does not fit the others: compare it with the certificate.'
        when private.gst_state(left(word, 2)) is null then 'The first two digits of this GSTIN are no state.'
      end;
    when 'code' then
      return case when word !~ (rule ->> 'pattern') then format('Enter a value like %s.', rule ->> 'like') end;
    when 'pan' then
      return case when word !~ '^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$' then 'A PAN has 10 characters, like AAPFU0939F.' end;
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
  given.gstin := nullif(upper(regexp_replace(coalesce(profile ->> 'gstin', ''), '\s', '', 'g')), '');
  given.address := private.trimmed(replace(coalesce(profile ->> 'address', ''), e'\r\n', e'\n'));
  given.state_code := coalesce(left(given.gstin, 2), nullif(profile ->> 'state_code', ''));
  if char_length(given.label) > 60 then
    perform private.refuse('label', 'At most 60 characters.');
  elsif private.name_problem(given.label) is not null then
    perform private.refuse('label', private.name_problem(given.label));
  elsif private.name_problem(given.legal_name) is not null then
    perform private.refuse('legal_name', private.name_problem(given.legal_name));
  elsif char_length(given.legal_name) not between 1 and 120 then
    perform private.refuse('legal_name', 'Enter the name of the person or company, at most 120 characters.');
  elsif given.gstin is not null and private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)) is not null then
    perform private.refuse('gstin', private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)));
  elsif char_length(given.address) > 400 then
    perform private.refuse('address', 'At most 400 characters.');
  elsif private.name_problem(given.address, true) is not null then
    perform private.refuse('address', private.name_problem(given.address, true));
  elsif given.gstin is not null and given.address = '' then
    perform private.refuse('address', 'A customer with a GSTIN needs an address.');
  elsif given.state_code is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('state_code', 'Select a state of the list.');
  end if;
  if given.id is null then
    insert into public.billing_profiles (customer_id, label, legal_name, gstin, address, state_code)
    values (known_customer, given.label, given.legal_name, given.gstin, given.address, given.state_code)
    returning * into saved;
  else
    update public.billing_profiles as known
    set label = given.label, legal_name = given.legal_name, gstin = given.gstin, address = given.address,
      state_code = given.state_code, updated_at = clock_timestamp()
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
