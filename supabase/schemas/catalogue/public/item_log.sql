/*
 * The newest 50 batches of a kind: [{"id", "created_at", "user_id", "user_name", "what", "change",
 * "changed", "created", "undone_at"}]. 42501 for anyone but staff.
 * why: a function, because not all staff may read other staff's names.
 */
create function public.item_log(kind text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', batch.id, 'created_at', batch.created_at,
      'user_id', batch.user_id, 'user_name', person.display_name, 'what', batch.what, 'change', batch.change,
      'changed', batch.changed, 'created', batch.created, 'undone_at', batch.undone_at)
      order by batch.created_at desc, batch.id), '[]')
    from (
      select * from public.item_batches as newest where newest.kind = item_log.kind
      order by newest.created_at desc, newest.id limit 50
    ) as batch
    left join public.user_profiles as person on person.id = batch.user_id
  );
end
$$;

grant execute on function public.item_log(text) to authenticated;
