-- The record of the demo data: when it was filled in, and when it was removed to start with the studio's own.

create table private.demo_studio (
  only_one boolean not null default true,
  filled_at timestamptz not null default clock_timestamp(),
  -- The last whole backup: the moment that it shows, its file and its size.
  backup_at timestamptz,
  backup_file text,
  backup_bytes bigint,
  removed_at timestamptz,
  constraint demo_studio_pkey primary key (only_one),
  constraint demo_studio_only_one_check check (only_one),
  constraint demo_studio_backup_check check (num_nulls(backup_at, backup_file, backup_bytes) in (0, 3))
);

alter table private.demo_studio enable row level security;
create policy "demo_studio: service_role does all" on private.demo_studio
  for all to service_role using (true) with check (true);

-- Databases that were filled by an earlier version. why dynamic: a Supabase project has no such table.
do $$
begin
  if to_regclass('backend.secrets') is not null then
    execute $sql$
      insert into private.demo_studio (filled_at)
      select created_at from backend.secrets where name = 'demo_data' and value = 'applied'
    $sql$;
  end if;
end
$$;

/*
 * Whether a stored file belongs to the records of the studio: pictures of items, and of returned pieces. Those that the
 * site's texts and settings show do not.
 */
create function private.is_record_picture(bucket text, name text) returns boolean
language sql stable
set search_path = ''
as $$
  select bucket = 'returns' or bucket = 'catalogue' and not (
    is_record_picture.name like 'site/%' or exists (
      select from private.studio_settings as setting
      where strpos(concat(setting.value, setting.draft), 'catalogue/' || is_record_picture.name) > 0))
$$;

/*
 * All records that "start with my own" removes: what it is ('items', 'customers', 'enquiries', 'orders', 'messages',
 * 'notes', 'lists' or 'pictures'), when it was made, and its number and name.
 */
create function private.studio_records() returns table (what text, made_at timestamptz, label text)
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

/*
 * The demo data of this studio, for admins: {"filled_at", "counted_at", "backup": {"at", "file", "bytes"} or null,
 * "records": [{"what", "count", "since", "newest"}]}: how many records "start with my own" would remove, how many of them
 * were made since the demo was filled in, and the labels of the newest 20 of those. Null once it was removed, and in a
 * studio without it. with_counts: false leaves the records empty, which costs nothing. Raises 42501 for anyone but admin.
 */
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
grant execute on function public.demo_studio(boolean) to authenticated;
