-- Lookups: the lists that catalogue items choose from. Everyone reads them, an admin keeps them.
-- Each has a slug, which is what filters in an address carry.

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
  -- The colour of the swatch, as CSS reads it; none for 'Multicolour' and the like.
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

-- why: the twelve differ in their columns only; who may do what with them is one rule.
do $$
declare
  lookup record;
begin
  for lookup in
    select * from (values
      ('prop_brands', 'name', 'name'),
      ('colors', 'name', 'name, hex'),
      ('prop_categories', 'name', 'name'),
      ('cloth_brands', 'name', 'name'),
      ('cloth_categories', 'name', 'name'),
      ('clothes_size_manager', 'size_value', 'size_value'),
      ('gender_options', 'label', 'label, value'),
      ('backdrop_size_manager', 'size_value', 'size_value'),
      ('backdrop_materials', 'name', 'name'),
      ('gear_brands', 'name', 'name'),
      ('gear_category_manager', 'name', 'name'),
      ('crew_categories', 'name', 'name')
    ) as listed (name, label, written)
  loop
    execute format('alter table public.%I enable row level security', lookup.name);
    execute format('create policy %I on public.%I for select to anon, authenticated using (true)',
      lookup.name || ': anyone reads', lookup.name);
    execute format('create policy %I on public.%I for insert to authenticated
      with check ((select private.is_staff(''admin'')))',
      lookup.name || ': admin insert', lookup.name);
    execute format('create policy %I on public.%I for update to authenticated
      using ((select private.is_staff(''admin''))) with check ((select private.is_staff(''admin'')))',
      lookup.name || ': admin update', lookup.name);
    execute format('create policy %I on public.%I for delete to authenticated
      using ((select private.is_staff(''admin'')))',
      lookup.name || ': admin delete', lookup.name);
    execute format('create policy %I on public.%I for all to service_role
      using (true) with check (true)',
      lookup.name || ': service_role does all', lookup.name);
    execute format('create trigger %I before insert or update on public.%I
      for each row execute function private.assign_slug(%L, ''id'')',
      lookup.name || '_slug', lookup.name, lookup.label);
    execute format('grant select on public.%I to anon', lookup.name);
    execute format('grant select, delete, insert (%2$s), update (%2$s) on public.%1$I to authenticated',
      lookup.name, lookup.written);
    execute format('grant select, insert, update, delete on public.%I to service_role', lookup.name);
  end loop;
end
$$;
