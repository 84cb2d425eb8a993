-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* A push notice for its browser, without what claim_outbox adds; {"skip": reason} when it must not be sent. */
create function private.push_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  return '{"skip": "off"}';
end
$$;
