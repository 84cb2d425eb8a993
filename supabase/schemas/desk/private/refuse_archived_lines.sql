/* Refuses archived items as new lines of an order: PT409, details {"reason": "archived", "items"}. */
create function private.refuse_archived_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  archived constant uuid[] := array(
    select item.id from new_rows as line join public.items as item on item.id = line.item_id
    where item.archived_at is not null);
begin
  if archived <> '{}' then
    raise exception using errcode = 'PT409',
      message = format('"%s" is archived. Restore it, or choose another item.', (
        select item.name from public.items as item where item.id = archived[1])),
      detail = jsonb_build_object('reason', 'archived', 'items', private.named_items(archived))::text;
  end if;
  return null;
end
$$;
