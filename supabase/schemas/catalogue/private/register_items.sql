/* Trigger arguments: kind, code column. Registers what a statement made of the kind's items. */
create function private.register_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  registered bigint;
  gone uuid[];
begin
  if tg_op in ('INSERT', 'UPDATE') then
    -- why order by: two statements lock rows in the same order and cannot deadlock.
    -- why the kind is not assigned: assigning a column of a key takes a lock that enquiries wait for.
    insert into public.items as item
      (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
    select id, tg_argv[0], to_jsonb(written) ->> tg_argv[1], name, slug, price, quantity, images[1], in_studio,
      active, updated_at
    from new_items as written order by id
    on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
      price = excluded.price, quantity = excluded.quantity, image = excluded.image,
      in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
      removed_at = null
    where item.kind = excluded.kind;
    get diagnostics registered = row_count;
    perform private.check_registered(tg_argv[0], registered, (select count(*) from new_items));
  end if;
  if tg_op = 'UPDATE' then
    gone := array(select id from old_items except select id from new_items);
  elsif tg_op = 'DELETE' then
    gone := array(select id from old_items);
  elsif tg_op = 'TRUNCATE' then
    gone := array(select id from public.items as item where item.kind = tg_argv[0] and item.removed_at is null);
  end if;
  if cardinality(gone) > 0 then
    perform from public.items as item where item.id = any (gone) order by item.id for no key update;
    update public.items as item set removed_at = now(), active = false, quantity = 0
    where item.id = any (gone) and item.kind = tg_argv[0];
  end if;
  return null;
end
$$;
