/*
 * Salted hash of the mailbox behind an address: without capitals, without what follows "+", without the dots that Gmail
 * ignores, and with a domain as the name service reads it.
 */
create function private.mailbox_hash(address text) returns bytea
language plpgsql stable
set search_path = ''
as $$
declare
  plain constant text := lower(normalize(mailbox_hash.address, NFKC));
  mailbox text := regexp_replace(split_part(plain, '@', 1), '\+.*$', '');
  -- why only ASCII: name servers drop or replace many other characters. Different domains that become one share a limit.
  host text := regexp_replace(replace(split_part(plain, '@', 2), '。', '.'), '[^!-~]', '', 'g');
begin
  if host in ('gmail.com', 'googlemail.com') then
    host := 'gmail.com';
    mailbox := replace(mailbox, '.', '');
  end if;
  return (select sha256(salted.salt || convert_to('mailbox ' || mailbox || '@' || host, 'UTF8'))
    from private.limit_salt as salted);
end
$$;
