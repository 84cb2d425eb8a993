/* Makes a link that shows drafts on the site for an hour: {"token", "expires_at"}. Raises 42501 for anyone but admin. */
create function public.make_preview() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  ends_at constant timestamptz := clock_timestamp() + interval '1 hour';
begin
  perform private.require_staff('admin');
  delete from private.setting_previews as preview where preview.expires_at < clock_timestamp();
  insert into private.setting_previews (token, expires_at, created_by)
  values (sha256(convert_to(secret, 'UTF8')), ends_at, auth.uid());
  return jsonb_build_object('token', secret, 'expires_at', private.iso_time(ends_at));
end
$$;

grant execute on function public.make_preview() to authenticated;
