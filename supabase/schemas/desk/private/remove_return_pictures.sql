/*
 * Removes the pictures of these orders from the bucket `returns`.
 * why the setting: a Supabase project refuses to delete these rows otherwise.
 */
create function private.remove_return_pictures(order_ids uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects as picture
  where picture.bucket_id = 'returns' and (
    split_part(picture.name, '/', 1) = any (select gone::text from unnest(order_ids) as gone)
    or picture.name in (
      select unnest(line.photos) from public.order_movement_lines as line
        join public.order_movements as movement on movement.id = line.movement_id
      where movement.order_id = any (order_ids)));
  perform set_config('storage.allow_delete_query', '', true);
end
$$;
