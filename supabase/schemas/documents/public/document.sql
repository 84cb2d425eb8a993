/*
 * A document with its lines, sums, what is missing to issue it, answers and links (docs/product/documents.md). Raises
 * PT404 for an unknown one, 42501 for anyone but admin and crm_user.
 */
create function public.document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.document_record(document.id);
  if told is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return told;
end
$$;

grant execute on function public.document(uuid) to authenticated;
