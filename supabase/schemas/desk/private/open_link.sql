/* The link with a secret while it is valid; null for all others. Notes the day on which it is opened. */
create function private.open_link(kind text, secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
begin
  select * into opened from private.links as link
  where link.token = sha256(convert_to(left(open_link.secret, 100), 'UTF8')) and link.kind = open_link.kind
    and link.revoked_at is null and (link.expires_at is null or link.expires_at > clock_timestamp());
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;
