/*
 * Ends a link for good; a repeat changes nothing: {"id"}. All CRM staff may end links to documents. Raises
 * 42501 for anyone who may not manage it, PT404 for an unknown one.
 */
create function public.revoke_link(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into link from private.links where links.id = revoke_link.id for update;
  if not found then
    raise exception 'This link does not exist.' using errcode = 'PT404';
  elsif link.document_id is null and not private.may_manage_link(link.user_id, link.item_id) then
    perform private.require_staff('admin');
  end if;
  update private.links set revoked_at = coalesce(links.revoked_at, now()) where links.id = revoke_link.id;
  return jsonb_build_object('id', revoke_link.id);
end
$$;

grant execute on function public.revoke_link(uuid) to authenticated;
