/*
 * Ten new recovery codes of the caller, in place of those before. They are returned once; only hashes are stored.
 * Raises 42501 unless the caller is staff who has shown a second factor.
 */
create function public.make_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  secret bytea;
  code text;
  codes text[] := '{}';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if (auth.jwt() ->> 'aal') is distinct from 'aal2' then
    raise exception 'Enter a code of your authenticator app first.' using errcode = '42501';
  end if;
  -- why: locked, so that of two sets made at once one remains.
  perform from public.user_profiles as profile where profile.id = person for update;
  delete from private.recovery_codes as old where old.user_id = person;
  for number in 1..10 loop
    secret := decode(private.new_secret(), 'hex');
    -- 25 signs of 5 random bits each, without I, L, O and U.
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(secret, at) % 32 + 1, 1)
        || case when at in (4, 9, 14, 19) then '-' else '' end, '' order by at)
      into code from generate_series(0, 24) as at;
    insert into private.recovery_codes (user_id, hash) values (person, private.recovery_hash(code));
    codes := codes || code;
  end loop;
  return codes;
end
$$;

grant execute on function public.make_recovery_codes() to authenticated;
