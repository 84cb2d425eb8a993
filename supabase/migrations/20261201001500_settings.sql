-- Functions and views of settings, as supabase/schemas/settings has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.check_settings(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select entry.key, entry.value, listed.rule
    from jsonb_each(wanted) as entry left join private.setting_rules as listed on listed.key = entry.key
    order by entry.key
  loop
    if given.rule is null then
      perform private.refuse(given.key, 'There is no such setting.');
    elsif given.value <> 'null' and private.setting_problem(given.rule, given.value) is not null then
      perform private.refuse(given.key, private.setting_problem(given.rule, given.value));
    end if;
  end loop;
  if wanted ?| '{identity.gstin,studio.region}' then
    perform private.check_studio_state(wanted);
  end if;
end
$$;

create function private.check_studio_state(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  gstin constant text := private.wanted_setting('identity.gstin', wanted) #>> '{}';
  region constant text := private.wanted_setting('studio.region', wanted) #>> '{}';
  registered_in text;
  address_in constant text := (private.state_named(region)).name;
begin
  select state.name into registered_in from private.gst_states as state where state.code = left(gstin, 2);
  if registered_in <> address_in then
    perform private.refuse(case when wanted ? 'studio.region' and not wanted ? 'identity.gstin' then 'studio.region' else 'identity.gstin' end,
      format('This GSTIN is of %s, the studio''s address is in %s. Correct one of them.', registered_in, address_in));
  end if;
end
$$;

create function private.contrast(one text, other text) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select (greatest(a, b) + 0.05) / (least(a, b) + 0.05)
  from (select private.luminance(one) as a, private.luminance(other) as b) as both_colours
$$;

create function private.is_record_picture(bucket text, name text) returns boolean
language sql stable
set search_path = ''
as $$
  select bucket = 'returns' or bucket = 'catalogue' and not (
    is_record_picture.name like 'site/%' or exists (
      select from private.studio_settings as setting
      where strpos(concat(setting.value, setting.draft), 'catalogue/' || is_record_picture.name) > 0))
$$;

create function private.luminance(colour text) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select sum(weight * case when share <= 0.04045 then share / 12.92 else power((share + 0.055) / 1.055, 2.4) end)
  from (
    select weight, get_byte(decode(substr(colour, 2), 'hex'), place) / 255::double precision as share
    from (values (0, 0.2126), (1, 0.7152), (2, 0.0722)) as channel (place, weight)
  ) as channels
$$;

create function private.placeholder_problem(known jsonb, text_with_words text) returns text
language sql immutable
set search_path = ''
as $$
  select format('There is no {%s} here. You can use %s.', found.word, (
      select string_agg(format('{%s}', listed.word), ', ' order by listed.place)
      from jsonb_array_elements_text(known) with ordinality as listed (word, place)))
  from (
    select matched.parts[1] as word, matched.place
    from regexp_matches(text_with_words, '\{([^{}]*)\}', 'g') with ordinality as matched (parts, place)
  ) as found
  where not known ? found.word
  order by found.place limit 1
$$;

create function private.publish_values(wanted jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  new_change constant uuid := gen_random_uuid();
  moment constant timestamptz := clock_timestamp();
  is_seen boolean;
begin
  with differing as (
    select given.key, nullif(given.value, 'null') as value, setting.value as was, listed.is_public
    from jsonb_each(wanted) as given
      join private.setting_rules as listed on listed.key = given.key
      left join private.studio_settings as setting on setting.key = given.key
    where nullif(given.value, 'null') is distinct from setting.value
  ), logged as (
    insert into private.setting_changes (change_id, key, was, became, at, by, by_name)
    select new_change, key, was, value, moment, auth.uid(), (
      select profile.display_name from public.user_profiles as profile where profile.id = auth.uid())
    from differing
  )
  select bool_or(is_public) into is_seen from differing;
  delete from private.studio_settings as setting using jsonb_each(wanted) as given
  where setting.key = given.key and given.value = 'null';
  insert into private.studio_settings as setting (key, value, updated_at, updated_by)
  select given.key, given.value, moment, auth.uid() from jsonb_each(wanted) as given where given.value <> 'null'
  on conflict (key) do update set value = excluded.value, draft = null, updated_at = excluded.updated_at,
    updated_by = excluded.updated_by
  where setting.value is distinct from excluded.value or setting.draft is not null;
  if is_seen then
    perform pg_notify('catalogue_changed', '');
  end if;
end
$$;

create function private.refuse_changed_settings(keys text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  if keys <> '{}' then
    raise exception 'Somebody else changed this meanwhile.' using errcode = 'PT409', detail = (
      select jsonb_object_agg(changed.value ->> 'key', changed.value)::text
      from jsonb_array_elements(private.setting_rows(keys)) as changed (value));
  end if;
end
$$;

create function private.setting_or_default(key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(setting.value, listed.default_value)
  from private.setting_rules as listed left join private.studio_settings as setting on setting.key = listed.key
  where listed.key = setting_or_default.key
$$;

create function private.setting_problem(rule jsonb, value jsonb) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  type constant text := rule ->> 'type';
  -- why: a value that is no string is the empty text below, where a string is wanted.
  word constant text := case when jsonb_typeof(value) = 'string' then value #>> '{}' else '' end;
  figure constant numeric := case when jsonb_typeof(value) = 'number' then value::text::numeric end;
  list_row jsonb;
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
      end;
    when 'code' then
      return case when word !~ (rule ->> 'pattern') then format('Enter a value like %s.', rule ->> 'like') end;
    when 'pan' then
      return case when word !~ '^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$' then 'A PAN has 10 characters, like AAPFU0939F.' end;
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

create function private.setting_rows(keys text[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', wanted.key, 'value', setting.value, 'draft', setting.draft,
    'has_draft', setting.draft is not null, 'updated_at', setting.updated_at,
    'updated_by_name', profile.display_name) order by wanted.key), '[]')
  from unnest(keys) as wanted (key)
    left join private.studio_settings as setting on setting.key = wanted.key
    left join public.user_profiles as profile on profile.id = setting.updated_by
$$;

create function private.setting_text(key text) returns text
language sql stable
set search_path = ''
as $$
  select private.setting_or_default(setting_text.key) #>> '{}'
$$;

create function private.setting_value(key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select setting.value from private.studio_settings as setting where setting.key = setting_value.key
$$;

create function private.state_named(name text) returns private.gst_states
language sql stable
set search_path = ''
as $$
  select state.* from private.gst_states as state
  where lower(state.name) = regexp_replace(replace(lower(private.trimmed(state_named.name)), '&', 'and'), '\s+', ' ', 'g')
$$;

create function private.studio_records()
returns table (what text, made_at timestamptz, label text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute (
    select string_agg(format(
      'select ''items'', item.created_at, item.%I || '' · '' || item.name from %s as item', kind.code_column, kind.item_table),
      ' union all ')
    from private.catalogue_kinds as kind);
  return query execute (
    select string_agg(format('select ''lists'', value.created_at, value.%I::text from %s as value', list.badge_column,
      list.lookup_table), ' union all ')
    from (
      select distinct listed.lookup_table, listed.badge_column from private.catalogue_lookups as listed
      where listed.column_type = 'uuid'::regtype
    ) as list);
  return query
    select 'customers', customer.created_at, concat_ws(' · ', customer.customer_number, concat_ws(' ', customer.first_name, customer.last_name))
    from public.customers as customer
    union all select 'enquiries', enquiry.created_at, enquiry.enquiry_number from public.enquiry_orders as enquiry
    union all select 'orders', made.created_at, made.order_number from public.orders as made
    union all select 'documents', document.created_at, coalesce(document.number, 'Draft') from public.documents as document
    union all
    select 'payments', entry.created_at, format('%s of %s', private.rupees(entry.amount), made.order_number)
    from public.payments as entry join public.orders as made on made.id = entry.order_id
    union all
    select 'messages', message.created_at, 'Message of ' || customer.customer_number
    from public.contact_enquiries as message join public.customers as customer on customer.id = message.customer_id
    union all
    select 'notes', note.created_at, 'Note about ' || customer.customer_number
    from public.customer_notes as note join public.customers as customer on customer.id = note.customer_id
    union all
    select 'pictures', picture.created_at, picture.name from storage.objects as picture
    where private.is_record_picture(picture.bucket_id, picture.name);
end
$$;

create function private.studio_state() returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (select state.code from private.gst_states as state where state.code = left(private.setting_text('identity.gstin'), 2)),
    (private.state_named(private.setting_text('studio.region'))).code)
$$;

create function private.wanted_setting(key text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when not wanted ? wanted_setting.key then private.setting_or_default(wanted_setting.key)
    else coalesce(nullif(wanted -> wanted_setting.key, 'null'), (
      select listed.default_value from private.setting_rules as listed where listed.key = wanted_setting.key)) end
$$;

create function public.change_settings(changes jsonb, as_draft boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  keys text[];
begin
  perform private.require_staff('admin');
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200 then
    perform private.refuse('changes', 'Send 1 to 200 settings.');
  end if;
  select jsonb_object_agg(coalesce(given.value ->> 'key', ''), coalesce(given.value -> 'value', 'null')),
      array_agg(given.value ->> 'key')
    into wanted, keys
  from jsonb_array_elements(changes) as given (value);
  if (select count(*) from jsonb_object_keys(wanted)) < cardinality(keys) then
    perform private.refuse('changes', 'A setting is listed twice.');
  end if;
  perform private.check_settings(wanted);
  -- why: also settings without a row must not be saved by two at once.
  lock table private.studio_settings in share row exclusive mode;
  perform private.refuse_changed_settings(array(
    select given.value ->> 'key'
    from jsonb_array_elements(changes) as given (value)
      left join private.studio_settings as setting on setting.key = given.value ->> 'key'
    where setting.updated_at is distinct from (given.value ->> 'seen')::timestamptz
      and coalesce(given.value -> 'value', 'null')
        <> coalesce(case when as_draft then setting.draft end, setting.value, 'null')));
  if as_draft then
    delete from private.studio_settings as setting using jsonb_each(wanted) as given
    where setting.key = given.key and setting.value is null and given.value = 'null';
    insert into private.studio_settings as setting (key, draft, updated_by)
    select given.key, given.value, auth.uid() from jsonb_each(wanted) as given
    where exists (select from private.studio_settings as known where known.key = given.key) or given.value <> 'null'
    on conflict (key) do update set draft = nullif(excluded.draft, coalesce(setting.value, 'null')),
      updated_at = clock_timestamp(), updated_by = excluded.updated_by
    where coalesce(setting.draft, setting.value, 'null') <> excluded.draft;
  else
    perform private.publish_values(wanted);
  end if;
  return private.setting_rows(keys);
end
$$;

create function public.demo_studio(with_counts boolean default true) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  demo private.demo_studio;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio as known where known.removed_at is null;
  if demo.filled_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'filled_at', demo.filled_at,
    -- why not the clock: changes during the count must be later than this.
    'counted_at', now(),
    'backup', case when demo.backup_at is not null then
      jsonb_build_object('at', demo.backup_at, 'file', demo.backup_file, 'bytes', demo.backup_bytes) end,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('what', counted.what, 'count', counted.total, 'since', counted.since,
        'newest', to_jsonb(counted.newest)) order by counted.what), '[]')
      from (
        select record.what, count(*) as total, count(*) filter (where record.made_at > demo.filled_at) as since,
          coalesce((array_agg(record.label order by record.made_at desc, record.label)
            filter (where record.made_at > demo.filled_at))[1:20], '{}') as newest
        from private.studio_records() as record
        where with_counts
        group by record.what
      ) as counted
    ));
end
$$;

create function public.discard_drafts(groups text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  keys text[];
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  keys := array(
    select setting.key from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
    where listed.group_name = any (groups) and setting.draft is not null);
  delete from private.studio_settings as setting where setting.key = any (keys) and setting.value is null;
  update private.studio_settings as setting set draft = null, updated_at = clock_timestamp(), updated_by = auth.uid()
  where setting.key = any (keys);
  return private.setting_rows(keys);
end
$$;

create function public.make_preview() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  ends_at constant timestamptz := clock_timestamp() + interval '1 hour';
begin
  perform private.require_staff('admin');
  delete from private.setting_previews as known where known.expires_at < clock_timestamp();
  insert into private.setting_previews (token, expires_at, created_by)
  values (sha256(convert_to(secret, 'UTF8')), ends_at, auth.uid());
  return jsonb_build_object('token', secret, 'expires_at', private.iso_time(ends_at));
end
$$;

create function public.publish_settings(groups text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  select coalesce(jsonb_object_agg(setting.key, setting.draft), '{}') into wanted
  from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
  where listed.group_name = any (groups) and setting.draft is not null;
  perform private.check_settings(wanted);
  perform private.publish_values(wanted);
  return private.setting_rows(array(select jsonb_object_keys(wanted)));
end
$$;

create function public.setting_history(
  groups text[],
  before timestamptz default null,
  most integer default 20
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (
    select coalesce(jsonb_agg(told order by at desc, change_id), '[]')
    from (
      select change.change_id, change.at, jsonb_build_object('change_id', change.change_id, 'at', change.at,
        'by_name', min(change.by_name), 'undone', bool_or(change.undone_at is not null),
        'changes', jsonb_agg(jsonb_build_object('key', change.key, 'was', change.was, 'became', change.became)
          order by change.key)) as told
      from private.setting_changes as change join private.setting_rules as listed on listed.key = change.key
      where listed.group_name = any (groups) and (before is null or change.at < before)
      group by change.change_id, change.at
      order by change.at desc, change.change_id limit greatest(1, least(most, 100))
    ) as page
  );
end
$$;

create function public.settings(groups text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return private.setting_rows(array(
    select setting.key from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
    where listed.group_name = any (groups)));
end
$$;

create function public.setup_state() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (
    select jsonb_build_object(
      'done', coalesce(jsonb_agg(step) filter (where is_done), '[]'),
      'skipped', coalesce(jsonb_agg(step) filter (
        where not is_done and private.setting_value('setup.' || step || '_skipped') = 'true'), '[]'),
      'finished', private.setting_value('setup.finished') is not distinct from 'true')
    from (values
      ('name', (
        select count(*) = 2 from private.studio_settings as setting
        where setting.key in ('studio.name', 'studio.short_name') and setting.value is not null)),
      ('contact', (
        select count(*) = 4 from private.studio_settings as setting
        where setting.key in ('studio.address_lines', 'studio.email', 'studio.phone', 'studio.whatsapp')
          and setting.value is not null)),
      ('gst', exists (
        select from private.studio_settings as setting
        where setting.key = 'identity.gstin' and setting.value <> '""'
          or setting.key = 'studio.gst_registered' and setting.value = 'false')),
      ('categories', exists (select from public.prop_categories) or exists (select from public.cloth_categories)
        or exists (select from public.backdrop_materials) or exists (select from public.gear_category_manager)
        or exists (select from public.crew_categories)),
      ('items', exists (select from public.items as item where item.removed_at is null))
    ) as steps (step, is_done)
  );
end
$$;

create function public.site_settings(groups text[], preview text default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with shown as (
    select setting.key, case
        when setting.draft is not null and exists (
          select from private.setting_previews as known
          where known.token = sha256(convert_to(left(preview, 100), 'UTF8')) and known.expires_at > clock_timestamp()
        ) then nullif(setting.draft, 'null')
        else setting.value
      end as value
    from private.setting_rules as listed join private.studio_settings as setting on setting.key = listed.key
    where listed.is_public and listed.group_name = any (groups)
  )
  select coalesce(jsonb_object_agg(key, value), '{}') from shown where value is not null
$$;

create function public.start_own_studio(counted_at timestamptz, has_backup boolean default false)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  demo private.demo_studio;
  emptied constant text := array_to_string(private.record_tables(), ', ');
  kept_links jsonb;
  kept_activity jsonb;
  counter name;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio for update;
  if demo.filled_at is null or demo.removed_at is not null then
    raise exception 'There is no demo data in this studio any more.'
      using errcode = 'PT409', detail = '{"reason": "removed"}';
  end if;
  if not has_backup and coalesce(demo.backup_at < clock_timestamp() - interval '1 hour', true) then
    raise exception 'There is no backup of the last hour. Make one first.'
      using errcode = 'PT409', detail = '{"reason": "backup"}';
  end if;
  begin
    -- why: nothing can be added between the check and the removal.
    execute format('lock table %s in access exclusive mode', emptied);
    -- why 10 s: a row has the time at which its transaction began, which may have ended after the backup's snapshot. No
    -- transaction of staff or visitors takes longer.
    if counted_at is null or private.changed_after(counted_at)
      or not has_backup and private.changed_after(demo.backup_at - interval '10 seconds') then
      raise exception 'Somebody added or changed something meanwhile. Make another backup and look at the figures again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;

    select jsonb_agg(link) into kept_links from private.links as link
    where link.item_id is null and link.document_id is null;
    select jsonb_agg(entry) into kept_activity from private.activity as entry where entry.area = any ('{staff,settings}');
    -- why not delete: its triggers would follow each row, and a studio of many years must fit into the timeout.
    execute format('truncate %s', emptied);
    insert into private.links select * from jsonb_populate_recordset(null::private.links, kept_links);
    -- why from 1 again: as in a new studio. Numbers of the demo were not given to customers.
    for counter in
      select kind.kind || '_code_seq' from private.catalogue_kinds as kind
      union all select unnest('{customer_number_seq,enquiry_number_seq,order_number_seq}'::name[])
    loop
      execute format('alter sequence private.%I restart', counter);
    end loop;

    -- why the setting: a Supabase project refuses to delete these rows otherwise.
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects as picture where private.is_record_picture(picture.bucket_id, picture.name);
    perform set_config('storage.allow_delete_query', '', true);
    -- The links were logged as new.
    delete from private.activity;
    insert into private.activity select * from jsonb_populate_recordset(null::private.activity, kept_activity);
  exception when lock_not_available or deadlock_detected then
    raise exception 'The studio is busy, or a backup is running. Try again in a moment.'
      using errcode = 'PT409', detail = '{"reason": "busy"}';
  end;

  delete from private.studio_settings as setting
  where setting.key like 'setup.%' or setting.key like 'identity.%' and setting.updated_by is null;
  update private.demo_studio as known set removed_at = clock_timestamp() returning * into demo;
  perform private.log_change('settings', 'removed', 'demo_studio', 'setting', 'demo_studio', 'Demo data', '{}');
  perform pg_notify('catalogue_changed', '');
  -- Open pages read everything again.
  update public.user_profiles as profile set display_name = profile.display_name where profile.role is not null;
  return jsonb_build_object('removed_at', demo.removed_at);
end
$$;

create function public.undo_setting_change(change_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  drafts jsonb;
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  select jsonb_object_agg(change.key, coalesce(change.was, 'null')) into wanted
  from private.setting_changes as change where change.change_id = undo_setting_change.change_id;
  if wanted is null then
    raise exception 'This change does not exist.' using errcode = 'PT404';
  elsif exists (
    select from private.setting_changes as change
    where change.change_id = undo_setting_change.change_id and change.undone_at is null
  ) then
    perform private.refuse_changed_settings(array(
      select change.key
      from private.setting_changes as change left join private.studio_settings as setting on setting.key = change.key
      where change.change_id = undo_setting_change.change_id and change.became is distinct from setting.value));
    perform private.check_settings(wanted);
    -- why: publishing removes drafts, and these may be another admin's later work.
    select jsonb_object_agg(setting.key, setting.draft) into drafts
    from private.studio_settings as setting
    where wanted ? setting.key and setting.draft is distinct from wanted -> setting.key and setting.draft is not null;
    perform private.publish_values(wanted);
    insert into private.studio_settings as setting (key, draft, updated_by)
    select draft.key, draft.value, auth.uid() from jsonb_each(drafts) as draft
    on conflict (key) do update set draft = excluded.draft;
    update private.setting_changes as change set undone_at = clock_timestamp()
    where change.change_id = undo_setting_change.change_id;
  end if;
  return private.setting_rows(array(select jsonb_object_keys(wanted)));
end
$$;

reset check_function_bodies;

grant execute on function
  public.change_settings(jsonb,boolean),
  public.demo_studio(boolean),
  public.discard_drafts(text[]),
  public.make_preview(),
  public.publish_settings(text[]),
  public.setting_history(text[],timestamp with time zone,integer),
  public.settings(text[]),
  public.setup_state(),
  public.start_own_studio(timestamp with time zone,boolean),
  public.undo_setting_change(uuid)
to authenticated;

grant execute on function
  public.site_settings(text[],text)
to anon, authenticated, service_role;
