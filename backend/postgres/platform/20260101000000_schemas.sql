-- Schemas that a Supabase project has, and one of our own for what only the gateway may see.
create schema if not exists backend;
create schema if not exists extensions;
create schema auth;
create schema storage;

revoke all on schema backend from public;

-- Trusted extensions: the owner of a database may create them.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create publication supabase_realtime;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
