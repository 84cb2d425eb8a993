-- The roles of a Supabase project. They belong to the whole server, so another database may have
-- created them already, or be creating them at this moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['authenticator', 'anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    if wanted <> 'authenticator' then
      -- Before PostgreSQL 16 the creator of a role may grant it; since then the creator gets the
      -- admin option.
      execute format('grant %I to authenticator', wanted);
    end if;
  end loop;
end
$$;
