-- Lookups: the lists that items choose values from (brands, categories, colours, sizes, …). Everyone
-- reads them; staff edit them. Each value has a slug, which filters in an address use.

/*
 * A sort key for sizes, compared byte by byte: XS, S, M, L, XL, XXL (or 2XL, Extra Large), Free Size,
 * then by the numbers in the text ('5 × 7 ft' before '10 × 20 ft', 'UK 4' before 'UK 10').
 */
create function private.size_order(size text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when short ~ '^(x*|\d?x)s$' then '1' || 40 - extras
    when short = 'm' then '150'
    when short ~ '^(x*|\d?x)l$' then '1' || 60 + extras
    when short ~ '^(free|one)[ -]?(size)?$' then '199'
    else case when short ~ '^\d' then '2' else '3' end
      -- Whole numbers are padded to nine digits; digits after a decimal point sort as they are.
      || regexp_replace(
        regexp_replace(short, '(?<![.\d])(\d+)', '00000000\1', 'g'), '0*(\d{9})', '\1', 'g')
  end
  from (
    select short, case when short ~ '^\dx' then left(short, 1)::integer
      else least(length(short) - length(ltrim(short, 'x')), 30) end as extras
    from (
      select replace(replace(replace(replace(lower(btrim(size) collate "C"),
        'extra ', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l') as short
    ) as shortened
  ) as read
$$;

grant execute on function private.size_order(text) to authenticated, service_role;

create table public.prop_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint prop_brands_pkey primary key (id),
  constraint prop_brands_name_key unique (name),
  constraint prop_brands_slug_key unique (slug),
  constraint prop_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.colors (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  -- The swatch's colour in CSS notation; null for 'Multicolour' and the like.
  hex text,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint colors_pkey primary key (id),
  constraint colors_name_key unique (name),
  constraint colors_slug_key unique (slug),
  constraint colors_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80),
  constraint colors_hex_format check (hex ~ '^#[0-9a-f]{6}$')
);

create table public.prop_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint prop_categories_pkey primary key (id),
  constraint prop_categories_name_key unique (name),
  constraint prop_categories_slug_key unique (slug),
  constraint prop_categories_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.cloth_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint cloth_brands_pkey primary key (id),
  constraint cloth_brands_name_key unique (name),
  constraint cloth_brands_slug_key unique (slug),
  constraint cloth_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.cloth_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint cloth_categories_pkey primary key (id),
  constraint cloth_categories_name_key unique (name),
  constraint cloth_categories_slug_key unique (slug),
  constraint cloth_categories_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.clothes_size_manager (
  id uuid not null default gen_random_uuid(),
  size_value text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  size_order text collate "C" not null generated always as (private.size_order(size_value)) stored,
  constraint clothes_size_manager_pkey primary key (id),
  constraint clothes_size_manager_size_value_key unique (size_value),
  constraint clothes_size_manager_slug_key unique (slug),
  constraint clothes_size_manager_size_value_length check (private.trimmed(size_value) <> '' and char_length(size_value) <= 80)
);

create table public.gender_options (
  id uuid not null default gen_random_uuid(),
  label text collate private.names not null,
  value text not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gender_options_pkey primary key (id),
  constraint gender_options_label_key unique (label),
  constraint gender_options_slug_key unique (slug),
  constraint gender_options_label_length check (private.trimmed(label) <> '' and char_length(label) <= 80),
  constraint gender_options_value_key unique (value),
  constraint gender_options_value_format check (value ~ '^[a-z][a-z_]{0,39}$')
);

create table public.backdrop_size_manager (
  id uuid not null default gen_random_uuid(),
  size_value text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  size_order text collate "C" not null generated always as (private.size_order(size_value)) stored,
  constraint backdrop_size_manager_pkey primary key (id),
  constraint backdrop_size_manager_size_value_key unique (size_value),
  constraint backdrop_size_manager_slug_key unique (slug),
  constraint backdrop_size_manager_size_value_length check (private.trimmed(size_value) <> '' and char_length(size_value) <= 80)
);

create table public.backdrop_materials (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint backdrop_materials_pkey primary key (id),
  constraint backdrop_materials_name_key unique (name),
  constraint backdrop_materials_slug_key unique (slug),
  constraint backdrop_materials_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.gear_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_brands_pkey primary key (id),
  constraint gear_brands_name_key unique (name),
  constraint gear_brands_slug_key unique (slug),
  constraint gear_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.gear_category_manager (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_category_manager_pkey primary key (id),
  constraint gear_category_manager_name_key unique (name),
  constraint gear_category_manager_slug_key unique (slug),
  constraint gear_category_manager_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

create table public.crew_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint crew_categories_pkey primary key (id),
  constraint crew_categories_name_key unique (name),
  constraint crew_categories_slug_key unique (slug),
  constraint crew_categories_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

-- The twelve tables differ only in their columns; rights and triggers are the same.
-- why: only an admin edits gender_options, because its values are part of the storefront's addresses.
do $$
declare
  lookup record;
  may_write text;
begin
  for lookup in
    select * from (values
      ('prop_brands', 'name', 'name', 'staff'),
      ('colors', 'name', 'name, hex', 'staff'),
      ('prop_categories', 'name', 'name', 'staff'),
      ('cloth_brands', 'name', 'name', 'staff'),
      ('cloth_categories', 'name', 'name', 'staff'),
      ('clothes_size_manager', 'size_value', 'size_value', 'staff'),
      ('gender_options', 'label', 'label, value', 'admin'),
      ('backdrop_size_manager', 'size_value', 'size_value', 'staff'),
      ('backdrop_materials', 'name', 'name', 'staff'),
      ('gear_brands', 'name', 'name', 'staff'),
      ('gear_category_manager', 'name', 'name', 'staff'),
      ('crew_categories', 'name', 'name', 'staff')
    ) as listed (name, label, written, writer)
  loop
    may_write := case lookup.writer when 'admin' then '(select private.is_staff(''admin''))'
      else '(select private.is_staff(''admin'', ''crm_user'', ''inventory_user''))' end;
    execute format('alter table public.%I enable row level security', lookup.name);
    execute format('create policy %I on public.%I for select to anon, authenticated using (true)',
      lookup.name || ': anyone reads', lookup.name);
    execute format('create policy %I on public.%I for insert to authenticated with check (%s)',
      format('%s: %s insert', lookup.name, lookup.writer), lookup.name, may_write);
    execute format('create policy %I on public.%I for update to authenticated using (%s) with check (%3$s)',
      format('%s: %s update', lookup.name, lookup.writer), lookup.name, may_write);
    execute format('create policy %I on public.%I for delete to authenticated using (%s)',
      format('%s: %s delete', lookup.name, lookup.writer), lookup.name, may_write);
    execute format('create policy %I on public.%I for all to service_role using (true) with check (true)',
      lookup.name || ': service_role does all', lookup.name);
    execute format('create trigger %I before insert or update on public.%I
      for each row execute function private.assign_slug(%L, ''id'')',
      lookup.name || '_slug', lookup.name, lookup.label);
    execute format('grant select on public.%I to anon', lookup.name);
    -- why: staff may set the id: a create that is retried with the same id cannot make a second row.
    execute format('grant select, delete, insert (id, %2$s), update (%2$s) on public.%1$I to authenticated',
      lookup.name, lookup.written);
    execute format('grant select, insert, update, delete on public.%I to service_role', lookup.name);
  end loop;
end
$$;
