/* Logs a person's second factor that was set up or removed. */
create function private.log_second_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- why: a removed account takes its factors along, and an account without a role is not staff.
  if exists (
    select from public.user_profiles as profile join auth.users as found on found.id = profile.account_id
    where profile.account_id = account
  ) then
    perform private.log_change('staff', case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end,
      'mfa_factors', 'person', account::text, coalesce(private.person_name(account), ''), '{}',
      -- why: only the person can verify a factor. Supabase's auth server has no claims in its transactions, so who
      -- removes a factor there is not known.
      case tg_op when 'DELETE' then auth.uid() else account end);
  end if;
  return null;
end
$$;
