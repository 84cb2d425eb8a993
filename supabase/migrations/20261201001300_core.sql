-- Functions and views of core, as supabase/schemas/core has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.activity_entry(entry private.activity) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', entry.id::text,
    'at', entry.at,
    'person', case when entry.person_id is not null then
      jsonb_build_object('id', entry.person_id, 'name', entry.person_name) end,
    'area', entry.area,
    'what', entry.what,
    'table', entry.table_name,
    'record', jsonb_build_object('type', entry.record_type, 'id', entry.record_id, 'label', entry.label,
      'kind', case entry.record_type when 'item' then (
        select item.kind from public.items as item where item.id = entry.record_id::uuid) end,
      'to', case entry.record_type
        when 'item' then (
          select item.code from public.items as item where item.id = entry.record_id::uuid and item.removed_at is null)
        when 'enquiry' then (
          select enquiry.enquiry_number from public.enquiry_orders as enquiry where enquiry.id = entry.record_id::uuid)
        when 'order' then (select made.order_number from public.orders as made where made.id = entry.record_id::uuid)
        when 'customer' then (
          select customer.customer_number from public.customers as customer where customer.id = entry.record_id::uuid)
        when 'person' then (
          select profile.id::text from public.user_profiles as profile
          where profile.id = entry.record_id::uuid and profile.role is not null)
        when 'document' then (
          select document.id::text from public.documents as document where document.id = entry.record_id::uuid)
        when 'list' then null
        when 'picture' then null
        else entry.record_id
      end),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('field', changed.key,
        'was', private.activity_value(entry.table_name, changed.key, changed.value -> 0),
        'became', private.activity_value(entry.table_name, changed.key, changed.value -> 1)) order by changed.key), '[]')
      from jsonb_each(entry.changes) as changed),
    'more', entry.more)
$$;

create function private.activity_value(table_name text, field text, value jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  given constant text := value #>> '{}';
  listed private.catalogue_lookups;
  named text;
begin
  if jsonb_typeof(value) is distinct from 'string' then
    return value;
  elsif table_name = 'crm_events' then
    if field <> 'assigned' then
      return value;
    end if;
    named := private.person_name(given::uuid);
  elsif field in ('succeeded_by', 'tax_class_id') then
    select class.label into named from public.tax_classes as class where class.id::text = given;
  else
    select lookup.* into listed
    from private.catalogue_lookups as lookup join private.catalogue_kinds as kind on kind.kind = lookup.kind
    where kind.item_table = to_regclass('public.' || quote_ident(table_name)) and lookup.item_column = activity_value.field;
    if not found then
      return value;
    end if;
    execute format('select %I from %s where id::text = $1', listed.badge_column, listed.lookup_table) into named using given;
  end if;
  return to_jsonb(coalesce(named, (
    select entry.label from private.activity as entry where entry.record_id = given
    order by entry.at desc, entry.id desc limit 1), given));
end
$$;

create function private.add_activity_log(
  logged regclass,
  area text,
  record_type text,
  record_id text,
  label text,
  columns text default '',
  condition text default 'true',
  logs_values boolean default true
) returns void
language plpgsql
set search_path = ''
as $$
declare
  named constant name := (select relname from pg_catalog.pg_class where oid = logged);
  event record;
begin
  for event in
    select * from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) as listed (verb, transition)
  loop
    execute format('create trigger %I after %s on %s referencing %s
      for each statement execute function private.record_activity(%L, %L, %L, %L, %L, %L, %L)',
      format('%s_activity_%s', named, event.verb), event.verb, logged, event.transition,
      area, record_type, record_id, label, columns, condition, logs_values);
  end loop;
end
$$;

create function private.add_item_log(kind text) returns void
language sql
set search_path = ''
as $$
  select private.add_activity_log(listed.item_table, 'items', 'item', 'written.id',
    format('written.%I || '' · '' || written.name', listed.code_column), logs_values => false)
  from private.catalogue_kinds as listed where listed.kind = add_item_log.kind
$$;

create function private.address_hash(address text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(salted.salt || convert_to('address ' || lower(address_hash.address), 'UTF8'))
  from private.limit_salt as salted
$$;

create function private.assign_code() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  number text;
  code text;
begin
  if tg_op = 'INSERT' then
    number := nextval(tg_argv[2]::regclass)::text;
    -- why: lpad truncates longer strings.
    code := tg_argv[1] || '-' || lpad(number, greatest(5, length(number)), '0');
  else
    code := to_jsonb(old) ->> tg_argv[0];
  end if;
  new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], code));
  return new;
end
$$;

create function private.assign_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_taken constant text := format('select exists (select from %s where slug = $1)', tg_relid::regclass);
  base text;
  taken boolean;
  -- Bounds of the search: last_taken is in use, first_free is not.
  last_taken integer := 1;
  first_free integer := 2;
  middle integer;
begin
  if tg_op = 'UPDATE' then
    new.slug := old.slug;
    return new;
  end if;
  base := private.slug_of(to_jsonb(new) ->> tg_argv[0]);
  if base = '' then
    base := private.slug_of(to_jsonb(new) ->> tg_argv[1]);
  end if;
  new.slug := base;
  -- why: two people adding the same name at once must get two slugs, not a unique violation.
  perform pg_advisory_xact_lock(hashtextextended('slug of ' || tg_relid::text, 0));
  execute is_taken into taken using base;
  if not taken then
    return new;
  end if;
  loop
    execute is_taken into taken using base || '-' || first_free;
    exit when not taken;
    last_taken := first_free;
    first_free := first_free * 2;
  end loop;
  while first_free - last_taken > 1 loop
    middle := (last_taken + first_free) / 2;
    execute is_taken into taken using base || '-' || middle;
    if taken then
      last_taken := middle;
    else
      first_free := middle;
    end if;
  end loop;
  new.slug := base || '-' || first_free;
  return new;
end
$$;

create function private.base64url(bytes bytea) returns text
language sql immutable
set search_path = ''
as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;

create function private.bind_idempotency_key(scope text, key uuid, response jsonb) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
begin
  update private.idempotency_keys as claimed set response = bind_idempotency_key.response
  where claimed.scope = bind_idempotency_key.scope and claimed.key = bind_idempotency_key.key;
  if (select min(claimed.expires_at) from private.idempotency_keys as claimed) <= now() then
    -- why: last, and skipping locked rows, so that it never waits and cannot deadlock.
    delete from private.idempotency_keys as old
    where (old.scope, old.key) in (
      select expired.scope, expired.key from private.idempotency_keys as expired
      where expired.expires_at <= now()
      order by expired.expires_at limit 50
      for update skip locked
    );
  end if;
end
$$;

create function private.changed_after(moment timestamptz) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
      select from private.activity as entry where entry.at > moment and entry.area = any ('{items,lists,crm}'))
    or exists (select from public.enquiry_orders as enquiry where enquiry.created_at > moment)
    or exists (select from public.contact_enquiries as message where message.created_at > moment)
    or exists (select from public.document_answers as given where given.created_at > moment)
    or exists (select from public.enquiry_answers as given where given.created_at > moment)
    or exists (select from public.payment_claims as claim where claim.created_at > moment);
end
$$;

create function private.check_limit(what text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds integer;
begin
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select greatest(ceil(extract(epoch from used.used_at + interval '1 hour' - moment)), 1) into seconds
  from private.settings as setting cross join private.limit_salt as salted
    cross join lateral (
      select past.used_at from private.limit_uses as past
      where past.name = setting.name
        and past.subject = sha256(salted.salt || convert_to(setting.name || ' ' || private.request_address(), 'UTF8'))
        and past.used_at > moment - interval '1 hour' and past.used_at <= moment
      order by past.used_at desc offset greatest(setting.per_hour - 1, 0) limit 1
    ) as used
  where setting.name = check_limit.what || '_by_address' and setting.per_hour is not null;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from your network. Please try again in %s.', what,
        case when seconds > 60 then ceil(seconds / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', seconds)::text;
  end if;
end
$$;

create function private.claim_idempotency_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  hash constant bytea := sha256(convert_to(claim_idempotency_key.body::text, 'UTF8'));
  claimed private.idempotency_keys;
begin
  insert into private.idempotency_keys as earlier (scope, key, body_hash)
  values (claim_idempotency_key.scope, claim_idempotency_key.key, hash)
  on conflict (scope, key) do update
    set body_hash = excluded.body_hash, response = null, expires_at = excluded.expires_at
    where earlier.expires_at <= now();
  if found then
    return null;
  end if;
  select * into claimed from private.idempotency_keys as earlier
  where earlier.scope = claim_idempotency_key.scope and earlier.key = claim_idempotency_key.key;
  if claimed.body_hash is distinct from hash then
    raise exception 'idempotency_key_reused' using errcode = 'PT409', detail = '[]';
  end if;
  return claimed.response;
end
$$;

create function private.component_texts(kit uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(item.code || ' · ' || item.name || ' ×' || listed.quantity order by listed.position, item.code), '[]')
  from public.item_components as listed join public.items as item on item.id = listed.component_id
  where listed.kit_id = kit
$$;

create function private.count_wrong_link() returns void
language plpgsql
set search_path = ''
as $$
begin
  if nullif(current_setting('request.headers', true), '')::json ->> 'sec-fetch-site' = 'cross-site' then
    return;
  end if;
  perform private.check_limit('attempts');
  perform private.use_limits('attempts', null);
end
$$;

create function private.crm_label(subject text, subject_id uuid, customer_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(case subject
      when 'enquiry' then (select enquiry.enquiry_number from public.enquiry_orders as enquiry where enquiry.id = subject_id)
      when 'order' then (select made.order_number from public.orders as made where made.id = subject_id)
    end, (select customer.customer_number from public.customers as customer where customer.id = crm_label.customer_id), '')
$$;

create function private.days_text(first_day date, last_day date) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when first_day = last_day then ''
    when date_trunc('month', first_day) = date_trunc('month', last_day) then to_char(first_day, 'FMDD') || '–'
    else to_char(first_day, 'FMDD Mon YYYY') || ' – ' end || to_char(last_day, 'FMDD Mon YYYY')
$$;

create function private.decimal_of(value jsonb, lowest numeric, highest numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 0.01 = 0 then round(value::numeric, 2) end
  end
$$;

create function private.from_base64url(text text) returns bytea
language plpgsql immutable
set search_path = ''
as $$
begin
  return decode(rpad(translate(text, '-_', '+/'), (char_length(text) + 3) / 4 * 4, '='), 'base64');
exception when others then
  return null;
end
$$;

create function private.iso_time(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function private.log_change(
  area text,
  what text,
  table_name text,
  record_type text,
  record_id text,
  label text,
  changes jsonb,
  person uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
  made_by constant uuid := coalesce(at_work.user_id, person);
  new_id bigint;
begin
  if (at_work.actor <> 'staff' and area not in ('staff', 'settings')) or (what = 'changed' and changes = '{}') then
    return;
  end if;
  new_id := nextval('private.activity_id_seq');
  insert into private.activity
    (id, change_id, person_id, person_name, area, what, table_name, record_type, record_id, label, changes)
  values (new_id, new_id, made_by, private.person_name(made_by), log_change.area, log_change.what,
    log_change.table_name, log_change.record_type, log_change.record_id, log_change.label, log_change.changes);
end
$$;

create function private.name_problem(value text, is_multiline boolean default false) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when name_problem.value ~ '[<>]' then 'Please remove the characters < and >'
    when case when is_multiline then replace(replace(name_problem.value, e'\n', ''), e'\t', '') else name_problem.value end
      ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
      then 'This has invisible characters: please delete it and type it again' end
$$;

create function private.new_secret() returns text
language sql
set search_path = ''
as $$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
$$;

create function private.person_name(person uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select profile.display_name from public.user_profiles as profile where profile.id = person
$$;

create function private.plain_text(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(private.trimmed(regexp_replace(replace(value, E'\r\n', E'\n'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')), '')
$$;

create function private.record_activity() returns trigger
language plpgsql security definer
set search_path = ''
set jit = 'off'
as $$
declare
  at_work constant record := private.current_actor();
  watched constant text[] := string_to_array(tg_argv[4], ',');
  any_row boolean;
  source text;
  changes text;
begin
  if at_work.actor <> 'staff' and tg_argv[0] not in ('staff', 'settings') then
    return null;
  end if;
  -- why before the rest: statement triggers run for no row as well, and for rows that are never logged.
  if tg_argv[5] = 'true' then
    if tg_op = 'DELETE' then
      any_row := exists (select from old_rows);
    else
      any_row := exists (select from new_rows);
    end if;
  else
    execute format('select exists (select from %s as written where %s)',
      case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end, tg_argv[5]) into any_row;
  end if;
  if not any_row then
    return null;
  end if;
  -- Each changed column as [old, new].
  select string_agg(format(
      case tg_op
        when 'UPDATE' then '%1$L, case when former.%2$I is distinct from written.%2$I then jsonb_build_array(former.%2$I, written.%2$I) end'
        when 'INSERT' then '%1$L, case when written.%2$I is not null then jsonb_build_array(null, written.%2$I) end'
        else '%1$L, case when written.%2$I is not null then jsonb_build_array(written.%2$I, null) end'
      end, attname, attname), ', ' order by attnum)
    into changes
  from pg_catalog.pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped and attgenerated = ''
    and case when watched = '{}' then attname <> all ('{id,slug,created_at,updated_at,material}') else attname = any (watched) end;
  if tg_op = 'UPDATE' then
    source := format('old_rows as former join new_rows as written on %s', (
      select string_agg(format('former.%1$I = written.%1$I', attribute.attname), ' and ')
      from pg_catalog.pg_index as key join pg_catalog.pg_attribute as attribute
        on attribute.attrelid = key.indrelid and attribute.attnum = any (key.indkey)
      where key.indrelid = tg_relid and key.indisprimary));
  else
    source := case tg_op when 'INSERT' then 'new_rows' else 'old_rows' end || ' as written';
    if not tg_argv[6]::boolean then
      changes := '';
    end if;
  end if;
  execute format(
    'with listed as materialized (
       select row_number() over () as place, count(*) over () as total, told.*
       from (
         select (%1$s)::text as record_id, %2$s as label, jsonb_strip_nulls(jsonb_build_object(%3$s)) as changes
         from %4$s where %5$s
       ) as told
       where %6$L <> ''UPDATE'' or told.changes <> ''{}''
     ), first as (select nextval(''private.activity_id_seq'') as id)
     insert into private.activity (id, change_id, more, at, person_id, person_name, area, what, table_name, record_type,
       record_id, label, changes)
     select case listed.place when 1 then first.id else nextval(''private.activity_id_seq'') end, first.id,
       case listed.place when 1 then listed.total - 1 else 0 end, $1, $2, $3, $4, $5, $6, $7,
       listed.record_id, coalesce(listed.label, ''''), listed.changes
     from listed, first order by listed.place',
    tg_argv[2], tg_argv[3], changes, source, tg_argv[5], tg_op)
    using clock_timestamp(), at_work.user_id, private.person_name(at_work.user_id), tg_argv[0],
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end, tg_table_name, tg_argv[1];
  return null;
end
$$;

create function private.record_crm_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, at, person_id, person_name, area, what, table_name, record_type, record_id,
    label, customer_id, changes)
  values (new_id, new_id, new.created_at, new.user_id, private.person_name(new.user_id), 'crm', new.what, 'crm_events',
    case when new.subject in ('enquiry', 'order') then new.subject else 'customer' end,
    case when new.subject in ('enquiry', 'order') then new.subject_id else new.customer_id end,
    private.crm_label(new.subject, new.subject_id, new.customer_id), new.customer_id,
    case when coalesce(new.from_value, new.to_value) is null then '{}'
      else jsonb_build_object(new.what, jsonb_build_array(new.from_value, new.to_value)) end);
  return null;
end
$$;

create function private.record_setting_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  first_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, more, at, person_id, person_name, area, what, table_name, record_type,
    record_id, label, changes)
  select case listed.place when 1 then first_id else nextval('private.activity_id_seq') end, first_id,
    case listed.place when 1 then listed.total - 1 else 0 end, listed.at, listed.by, listed.by_name, 'settings', 'changed',
    'setting_changes', 'setting', listed.key, listed.key,
    jsonb_build_object('value', jsonb_build_array(listed.was, listed.became))
  from (
    select row_number() over (order by made.key) as place, count(*) over () as total, made.* from new_rows as made
  ) as listed
  order by listed.place;
  return null;
end
$$;

create function private.record_tables() returns regclass[]
language sql stable
set search_path = ''
as $$
  select array(
    select kind.item_table from private.catalogue_kinds as kind
    union
    select list.lookup_table from private.catalogue_lookups as list where list.column_type = 'uuid'::regtype
    union
    select listed::regclass from unnest(array[
      'public.items', 'public.item_batches', 'public.item_changes', 'public.item_components', 'public.item_pieces',
      'public.reservations', 'public.customers', 'public.customer_merges', 'public.customer_notes', 'public.crm_events',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'public.document_answers', 'private.document_series', 'public.payments',
      'public.payment_claims', 'private.payment_references', 'private.order_balances', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links', 'public.enquiry_answers',
      'private.outbox'
    ]) as listed)
$$;

create function private.refuse(field text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', field)::text;
end
$$;

create function private.request_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  hop text := private.trimmed(split_part(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1));
begin
  -- why: fast path for IPv4; the EXCEPTION block opens a subtransaction.
  if hop ~ '^\d{1,3}(\.\d{1,3}){3}$' then
    return hop;
  end if;
  hop := nullif(regexp_replace(hop, '^::ffff:', '', 'i'), '');
  begin
    return case family(hop::inet) when 6 then network(set_masklen(hop::inet, 64))::text
      else host(hop::inet) end;
  exception when invalid_text_representation then
    return left(lower(hop), 100);
  end;
end
$$;

create function private.request_inet() returns inet
language plpgsql stable
set search_path = ''
as $$
begin
  return private.request_address()::inet;
exception when invalid_text_representation then
  return null;
end
$$;

create function private.set_limit(name text, per_hour integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.settings as setting set per_hour = set_limit.per_hour
  where setting.name = set_limit.name;
  if not found then
    raise exception 'There is no limit "%". There are: %.', set_limit.name,
      (select string_agg(setting.name, ', ' order by setting.name) from private.settings as setting);
  end if;
end
$$;

create function private.short_text(value text, field text) returns text
language plpgsql
set search_path = ''
as $$
declare
  given constant text := nullif(private.trimmed(value), '');
begin
  if char_length(given) > 200 then
    perform private.refuse(field, 'At most 200 characters are possible.');
  end if;
  return given;
end
$$;

create function private.slug_of(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select btrim(left(btrim(
    regexp_replace(
      -- NFKD separates accents from their letters; they are dropped.
      regexp_replace(lower(normalize(name, nfkd) collate "C"), '[\u0300-\u036f]', '', 'g'),
      '[^a-z0-9]+', '-', 'g'),
    '-'), 80), '-')
$$;

create function private.this_moment() returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return clock_timestamp();
end
$$;

create function private.touch_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.typed_text(field text, value text, most integer, message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  typed constant text := private.plain_text(value);
begin
  if char_length(typed) > most then
    perform private.refuse(field, message);
  elsif field = 'name' and private.name_problem(value) is not null then
    perform private.refuse(field, private.name_problem(value));
  end if;
  return typed;
end
$$;

create function private.use_limits(what text, mobile text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  names text[];
  subjects bytea[];
  most integer[];
  moment timestamptz;
  over record;
begin
  perform pg_sleep(random() * 0.004);
  select array_agg(setting.name order by asked.place), array_agg(setting.per_hour order by asked.place),
    array_agg(sha256(salted.salt || convert_to(setting.name || ' ' || asked.subject, 'UTF8')) order by asked.place)
  into names, most, subjects
  from (values (1, what || '_by_mobile', mobile), (2, what || '_by_address', private.request_address()))
      as asked (place, name, subject)
    join private.settings as setting on setting.name = asked.name
    cross join private.limit_salt as salted
  where setting.per_hour is not null and asked.subject is not null;
  if names is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || encode(subject, 'hex'), 0))
  from unnest(subjects) as subject;
  moment := clock_timestamp();
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select limited.name, case when limited.per_hour = 0 then 3600
    else greatest(ceil(extract(epoch from former.used_at + interval '1 hour' - moment)), 1) end as retry_after
  into over
  from unnest(names, subjects, most) with ordinality as limited (name, subject, per_hour, place)
    left join lateral (
      select used.used_at from private.limit_uses as used
      where used.name = limited.name and used.subject = limited.subject
        and used.used_at > moment - interval '1 hour' and used.used_at <= moment
      order by used.used_at desc offset greatest(limited.per_hour - 1, 0) limit 1
    ) as former on true
  where limited.per_hour = 0 or former.used_at is not null
  order by limited.place limit 1;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from %s. Please try again in %s.', what,
        case when over.name like '%mobile' then 'this mobile number' else 'your network' end,
        case when over.retry_after > 60 then ceil(over.retry_after / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', over.retry_after)::text;
  end if;
  insert into private.limit_uses (name, subject, used_at)
  select limited.name, limited.subject, moment from unnest(names, subjects) as limited (name, subject);
  -- why: checked first, because there are seldom any; skips locked rows, so that it never waits. Ids
  -- ascend with time, so the lowest is the oldest.
  if (select used.used_at from private.limit_uses as used order by used.id limit 1)
    <= moment - interval '1 hour' then
    delete from private.limit_uses as old
    where old.id in (
      select expired.id from private.limit_uses as expired
      where expired.used_at <= moment - interval '1 hour'
      order by expired.id limit 50
      for update skip locked
    );
  end if;
end
$$;

create function private.uuid_of(value text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
$$;

create function private.whole_number(value jsonb, lowest integer, highest integer) returns integer
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 1 = 0 then value::numeric::integer end
  end
$$;

create function private.without_texts(rental jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select rental - array['message', 'contact_first_name', 'contact_last_name', 'contact_email', 'discount_reason']
$$;

create function public.activity(
  about jsonb default null,
  query text default null,
  person uuid default null,
  area text default null,
  since date default null,
  until date default null,
  before text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
as $$
declare
  readable text[] := case
    when private.is_staff('admin') then '{items,lists,crm,staff,settings}'
    when private.is_staff('crm_user') then '{items,lists,crm}'
    else '{items,lists}' end;
  term constant text := nullif(private.trimmed(query), '');
  size constant integer := greatest(1, least(coalesce(most, 50), 100));
  about_type constant text := about ->> 'type';
  about_id constant text := about ->> 'id';
  conditions text[] := '{}';
  -- Customers whose rows are wanted.
  customers uuid[] := '{}';
  last_seen private.activity;
  found_rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if area is not null then
    if not area = any (readable) then
      raise exception 'Your account has no right to read this part of the log.' using errcode = '42501';
    end if;
    conditions := conditions || 'entry.area = $1[1]'::text;
    readable := array[area];
  elsif cardinality(readable) < 5 then
    conditions := conditions || 'entry.area = any ($1)'::text;
  end if;
  if about is not null then
    if about_type is null or about_id is null then
      raise exception 'about must name the type and id of a record.' using errcode = 'PT400';
    elsif about_type = 'change' then
      if about_id !~ '^\d{1,18}$' then
        raise exception 'about must name a change.' using errcode = 'PT400';
      end if;
      conditions := conditions || 'entry.change_id = $2::bigint'::text;
    elsif about_type = 'customer' then
      customers := private.merged_customers(private.uuid_of(about_id));
      conditions := conditions || 'entry.customer_id = any ($3)'::text;
    else
      conditions := conditions || 'entry.record_id = $2 and entry.record_type = $4'::text;
    end if;
  elsif term is null then
    conditions := conditions || 'entry.id = entry.change_id'::text;
  end if;
  if term is not null then
    if about is null and 'crm' = any (readable) then
      customers := array(
        select customer.id from public.customers as customer
        where customer.search_text like private.search_pattern(term) limit 100);
    end if;
    conditions := conditions || case when customers = '{}' or about is not null
      then '(lower(entry.label collate private.names) collate "C") like $5'
      else '((lower(entry.label collate private.names) collate "C") like $5 or entry.customer_id = any ($3))' end;
  end if;
  if person is not null then
    conditions := conditions || 'entry.person_id = $6'::text;
  end if;
  if since is not null then
    conditions := conditions || 'entry.at >= $7'::text;
  end if;
  if until is not null then
    conditions := conditions || 'entry.at < $8'::text;
  end if;
  if before is not null then
    if before ~ '^\d{1,18}$' then
      select * into last_seen from private.activity as entry where entry.id = before::bigint;
    end if;
    if last_seen.id is null then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end if;
    conditions := conditions || '(entry.at, entry.id) < ($9, $10)'::text;
  end if;
  execute format(
    'select coalesce(jsonb_agg(private.activity_entry(page.entry) order by (page.entry).at desc, (page.entry).id desc), ''[]'')
     from (
       select entry from private.activity as entry where %s order by entry.at desc, entry.id desc limit %s
     ) as page',
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), size + 1)
    into found_rows
    using readable, about_id, customers, about_type, private.search_pattern(term), person,
      since::timestamp at time zone 'Asia/Kolkata', (until + 1)::timestamp at time zone 'Asia/Kolkata',
      last_seen.at, last_seen.id;
  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > size then found_rows - size else found_rows end,
    'next', case when jsonb_array_length(found_rows) > size then found_rows -> (size - 1) -> 'id' end);
end
$$;

create function public.activity_people() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', known.id, 'name', known.name) order by known.name collate private.names, known.id), '[]')
    from (
      select profile.id, profile.display_name as name from public.user_profiles as profile
      union all
      select distinct on (entry.record_id) entry.record_id::uuid, nullif(entry.label, '')
      from private.activity as entry
      where entry.table_name = 'user_profiles' and entry.what = 'removed'
        and not exists (select from public.user_profiles as profile where profile.id = entry.record_id::uuid)
    ) as known
  );
end
$$;

reset check_function_bodies;

grant execute on function
  public.activity(jsonb,text,uuid,text,date,date,text,integer),
  public.activity_people()
to authenticated;

create trigger user_profiles_activity_delete after delete on public.user_profiles
  referencing old table as old_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'true', 't');
create trigger user_profiles_activity_insert after insert on public.user_profiles
  referencing new table as new_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'true', 't');
create trigger user_profiles_activity_update after update on public.user_profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'written.role is not null', 't');
create trigger user_profiles_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();

create trigger setting_changes_activity after insert on private.setting_changes
  referencing new table as new_rows
  for each statement execute function private.record_setting_activity();

create trigger backdrop_materials_slug before insert or update on public.backdrop_materials
  for each row execute function private.assign_slug('name', 'id');

create trigger backdrop_size_manager_slug before insert or update on public.backdrop_size_manager
  for each row execute function private.assign_slug('size_value', 'id');

create trigger colors_slug before insert or update on public.colors
  for each row execute function private.assign_slug('name', 'id');

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger backdrops_code before insert or update on public.backdrops
  for each row execute function private.assign_code('backdrop_id', 'BDP', 'private.backdrop_code_seq');
create trigger backdrops_slug before insert or update on public.backdrops
  for each row execute function private.assign_slug('name', 'backdrop_id');
create trigger backdrops_updated_at before update on public.backdrops
  for each row execute function private.touch_updated_at();

create trigger cloth_brands_slug before insert or update on public.cloth_brands
  for each row execute function private.assign_slug('name', 'id');

create trigger cloth_categories_slug before insert or update on public.cloth_categories
  for each row execute function private.assign_slug('name', 'id');

create trigger clothes_size_manager_slug before insert or update on public.clothes_size_manager
  for each row execute function private.assign_slug('size_value', 'id');

create trigger gender_options_slug before insert or update on public.gender_options
  for each row execute function private.assign_slug('label', 'id');

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger clothes_code before insert or update on public.clothes
  for each row execute function private.assign_code('cloth_id', 'CLT', 'private.cloth_code_seq');
create trigger clothes_slug before insert or update on public.clothes
  for each row execute function private.assign_slug('name', 'cloth_id');
create trigger clothes_updated_at before update on public.clothes
  for each row execute function private.touch_updated_at();

create trigger crew_categories_slug before insert or update on public.crew_categories
  for each row execute function private.assign_slug('name', 'id');

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger crews_code before insert or update on public.crews
  for each row execute function private.assign_code('crew_id', 'CRW', 'private.crew_code_seq');
create trigger crews_slug before insert or update on public.crews
  for each row execute function private.assign_slug('name', 'crew_id');
create trigger crews_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

create trigger gear_brands_slug before insert or update on public.gear_brands
  for each row execute function private.assign_slug('name', 'id');

create trigger gear_category_manager_slug before insert or update on public.gear_category_manager
  for each row execute function private.assign_slug('name', 'id');

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger gear_code before insert or update on public.gear
  for each row execute function private.assign_code('gear_id', 'GER', 'private.gear_code_seq');
create trigger gear_slug before insert or update on public.gear
  for each row execute function private.assign_slug('name', 'gear_id');
create trigger gear_updated_at before update on public.gear
  for each row execute function private.touch_updated_at();

create trigger items_activity_update after update on public.items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.code || '' · '' || written.name', 'turnaround_days,place,archived_at', 'true', 'f');

create trigger prop_brands_slug before insert or update on public.prop_brands
  for each row execute function private.assign_slug('name', 'id');

create trigger prop_categories_slug before insert or update on public.prop_categories
  for each row execute function private.assign_slug('name', 'id');

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger props_code before insert or update on public.props
  for each row execute function private.assign_code('prop_id', 'PRP', 'private.prop_code_seq');
create trigger props_slug before insert or update on public.props
  for each row execute function private.assign_slug('name', 'prop_id');
create trigger props_updated_at before update on public.props
  for each row execute function private.touch_updated_at();

-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger sets_code before insert or update on public.sets
  for each row execute function private.assign_code('set_id', 'SET', 'private.set_code_seq');
create trigger sets_slug before insert or update on public.sets
  for each row execute function private.assign_slug('name', 'set_id');
create trigger sets_updated_at before update on public.sets
  for each row execute function private.touch_updated_at();

create trigger customers_code before insert or update on public.customers
  for each row execute function private.assign_code('customer_number', 'CUS', 'private.customer_number_seq');
-- why: compared column by column. A stored generated column is not computed yet in a BEFORE trigger,
-- so comparing whole rows would always find a difference.
create trigger customers_updated_at before update on public.customers
  for each row
  when (old.customer_number is distinct from new.customer_number or old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or old.mobile is distinct from new.mobile or old.email is distinct from new.email or old.assigned_to is distinct from new.assigned_to or old.created_at is distinct from new.created_at) execute function private.touch_updated_at();

create trigger enquiry_orders_code before insert or update on public.enquiry_orders
  for each row execute function private.assign_code('enquiry_number', 'ENQ', 'private.enquiry_number_seq');
create trigger enquiry_orders_updated_at before update on public.enquiry_orders
  for each row execute function private.touch_updated_at();

create trigger crm_events_activity after insert on public.crm_events
  for each row when (new.actor = 'staff') execute function private.record_crm_activity();

create trigger orders_code before insert or update on public.orders
  for each row execute function private.assign_code('order_number', 'ORD', 'private.order_number_seq');
create trigger orders_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

create trigger reservations_updated_at before update on public.reservations
  for each row execute function private.touch_updated_at();

select private.add_activity_log('public.backdrop_materials', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.backdrop_size_manager', 'lists', 'list', 'written.id', 'written.size_value', '', 'true', 't');
select private.add_activity_log('public.colors', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.backdrops', 'items', 'item', 'written.id', 'written.backdrop_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.cloth_brands', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.cloth_categories', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.clothes_size_manager', 'lists', 'list', 'written.id', 'written.size_value', '', 'true', 't');
select private.add_activity_log('public.gender_options', 'lists', 'list', 'written.id', 'written.label', '', 'true', 't');
select private.add_activity_log('public.clothes', 'items', 'item', 'written.id', 'written.cloth_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.crew_categories', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.crews', 'items', 'item', 'written.id', 'written.crew_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.gear_brands', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.gear_category_manager', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.gear', 'items', 'item', 'written.id', 'written.gear_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.prop_brands', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.prop_categories', 'lists', 'list', 'written.id', 'written.name', '', 'true', 't');
select private.add_activity_log('public.props', 'items', 'item', 'written.id', 'written.prop_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.sets', 'items', 'item', 'written.id', 'written.set_id || '' · '' || written.name', '', 'true', 'f');
select private.add_activity_log('public.item_pieces', 'items', 'item', 'written.item_id', '(select written.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'code,note,retired_at', 'true', 't');
select private.add_activity_log('public.reservations', 'items', 'item', 'written.item_id', '(select item.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'kind,quantity,status,rented', 'written.kind in (''out_of_service'', ''sub_rental'')', 't');
select private.add_activity_log('private.links', 'crm', 'link', 'written.id', e'case written.kind when ''day_sheet'' then ''Day sheet'' when ''document'' then ''Document'' else ''Calendar'' end || '' of '' || coalesce(\n    private.person_name(written.user_id), (select item.name from public.items as item where item.id = written.item_id),\n    (select customer.customer_number from public.documents as document\n      join public.customers as customer on customer.id = document.customer_id where document.id = written.document_id), ''the studio'')', 'kind,day,revoked_at', 'written.kind <> ''document_preview'' and (written.document_id is null or written.revoked_at is not null)', 't');
select private.add_activity_log('public.tax_classes', 'settings', 'tax_class', 'written.id', 'written.label', 'label,sac,rate,place,succeeded_by', 'true', 't');
select private.add_activity_log('private.kind_tax_classes', 'settings', 'tax_class', 'written.tax_class_id', '(select class.label from public.tax_classes as class where class.id = written.tax_class_id)', 'kind,tax_class_id', 'true', 't');
select private.add_activity_log('public.billing_profiles', 'crm', 'customer', 'written.customer_id', '(select customer.customer_number from public.customers as customer where customer.id = written.customer_id)', 'updated_at', 'true', 'f');
select private.add_activity_log('public.documents', 'crm', 'document', 'written.id', e'coalesce(written.number, case written.kind when ''quote'' then ''Quote'' when ''invoice'' then ''Invoice''\n    when ''credit_note'' then ''Credit note'' when ''receipt_voucher'' then ''Receipt voucher'' else ''Refund voucher'' end || '' (draft)'')', 'state,total,valid_until,irn', 'true', 't');
