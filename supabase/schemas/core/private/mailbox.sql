/*
 * The mailbox behind an address: without capitals, without what follows "+", without the dots that Gmail ignores, and with
 * a domain as the name service reads it.
 */
create function private.mailbox(address text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  plain constant text := lower(normalize(mailbox.address, NFKC));
  person text := regexp_replace(split_part(plain, '@', 1), '\+.*$', '');
  -- why only ASCII: name servers drop or replace many other characters. Different domains that become one share a limit.
  host text := regexp_replace(replace(split_part(plain, '@', 2), '。', '.'), '[^!-~]', '', 'g');
begin
  if host in ('gmail.com', 'googlemail.com') then
    host := 'gmail.com';
    person := replace(person, '.', '');
  end if;
  return person || '@' || host;
end
$$;

grant execute on function private.mailbox(text) to authenticated, service_role;
