-- Files, with the tables and functions that Supabase Storage has. Policies on them belong to the
-- product's own migrations; without one, row level security lets nobody in.
create table storage.buckets (
  id text primary key,
  name text not null constraint buckets_name_key unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_id_name_key unique (bucket_id, name)
);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- `a/b/c.webp` is the file name c.webp with extension webp in the folders {a,b}.
create function storage.filename(name text) returns text language sql immutable
  return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.foldername(name text) returns text[] language sql immutable
  return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];

create function storage.extension(name text) returns text language sql immutable
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));

-- service_role bypasses row level security on Supabase; an ordinary owner cannot give it that.
create policy "buckets: service_role all" on storage.buckets to service_role
  using (true) with check (true);
create policy "objects: service_role all" on storage.objects to service_role
  using (true) with check (true);

revoke execute on all functions in schema storage from public;
grant execute on all functions in schema storage to anon, authenticated, service_role;
grant select on storage.buckets, storage.objects to anon, authenticated, service_role;
grant insert, update, delete on storage.objects to authenticated, service_role;
grant insert, update, delete on storage.buckets to service_role;
