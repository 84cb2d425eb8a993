-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Every database has it.

grant usage on schema public to public, anon, authenticated, service_role;
