-- Written by `npm run db:change` from supabase/schemas.

create function public.choose_start_page(page text default null) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if page <> 'today' then
    perform private.refuse('page', 'Choose Today or the dashboard.');
  end if;
  update public.user_profiles set start_page = choose_start_page.page where account_id = auth.uid();
end
$$;

grant execute on function public.choose_start_page(text) to authenticated;
