-- Written by `npm run db:change` from supabase/schemas.

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

create or replace function private.mailbox_hash(address text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(salted.salt || convert_to('mailbox ' || private.mailbox(mailbox_hash.address), 'UTF8'))
  from private.limit_salt as salted
$$;

create function private.sorted_name(first_name text, last_name text) returns text
language sql immutable parallel safe
return (
  select string_agg(word, ' ' order by word collate "C")
  from string_to_table(private.compared(first_name || ' ' || last_name), ' ') as word);

grant execute on function private.mailbox(text) to authenticated, service_role;

grant execute on function private.sorted_name(text,text) to authenticated, service_role;
