/*
 * Deletes a draft: {"id"}. Raises PT404, PT409 {"reason": "changed", "document"} or {"reason": "issued"}, 42501 for anyone
 * but admin and crm_user.
 */
create function public.discard_document(id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  draft := private.locked_draft(discard_document.id, discard_document.version);
  delete from public.documents as document where document.id = draft.id;
  return jsonb_build_object('id', draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.discard_document(uuid,integer) to authenticated;
