/*
 * The staff who can be assigned leads, by name, with a flag for those who cannot sign in: disabled accounts,
 * and former staff who still have a lead, enquiry or order: [{"id", "display_name", "disabled"}]. Raises 42501
 * for anyone but admin and crm_user.
 */
create function public.assignees() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', profile.id,
        'display_name', profile.display_name,
        'disabled', profile.account_id is null or coalesce(account.banned_until > now(), false)
      ) order by profile.display_name, profile.id), '[]')
    from public.user_profiles as profile left join auth.users as account on account.id = profile.account_id
    where profile.role in ('admin', 'crm_user') or (profile.account_id is null and (
      exists (select from public.customers where assigned_to = profile.id)
      or exists (select from public.enquiry_orders where assigned_to = profile.id)
      or exists (select from public.orders where assigned_to = profile.id)))
  );
end
$$;

grant execute on function public.assignees() to authenticated;
