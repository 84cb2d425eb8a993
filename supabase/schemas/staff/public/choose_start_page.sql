/*
 * Chooses the caller's page after signing in: 'today', or null for the dashboard. PT422 {"field": "page"} for
 * another; 42501 for anyone but admin and crm_user, who alone can open Today.
 */
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
