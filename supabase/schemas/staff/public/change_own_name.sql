/*
 * Changes the caller's own display name. PT422 {"field": "name"} for a wrong one, 42501 for an account without a
 * role and for a session that still has to show its second factor.
 * why not require_staff: who joins sets it before a required second factor is set up.
 */
create function public.change_own_name(name text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
  trimmed constant text := private.trimmed(name);
begin
  if private.has_second_factor(own) and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    raise exception 'Enter the code of your second factor first.' using errcode = '42501';
  elsif not exists (select from public.user_profiles where account_id = own) then
    raise exception 'Your account has no role yet.' using errcode = '42501';
  elsif coalesce(trimmed, '') = '' then
    perform private.refuse('name', 'Enter a name.');
  elsif char_length(trimmed) > 120 then
    perform private.refuse('name', 'A name has at most 120 characters.');
  elsif private.name_problem(trimmed) is not null then
    perform private.refuse('name', private.name_problem(trimmed));
  end if;
  update public.user_profiles set display_name = trimmed where account_id = own;
end
$$;

grant execute on function public.change_own_name(text) to authenticated;
