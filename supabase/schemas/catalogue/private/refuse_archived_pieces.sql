/* Refuses numbers for the pieces of archived items: PT409, details {"reason": "archived"}. */
create function private.refuse_archived_pieces() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  name text;
begin
  select item.name into name from public.items as item
  where item.archived_at is not null and item.id in (select piece.item_id from new_rows as piece)
  limit 1;
  if found then
    raise exception using errcode = 'PT409', detail = '{"reason": "archived"}',
      message = format('"%s" is archived. Restore it before you number its pieces.', name);
  end if;
  return null;
end
$$;
