/*
 * Registers all items of all kinds again, for the owner: for data that was written while the triggers
 * were off. Writers of items wait until it is done.
 */
create function private.rebuild_items() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
  registered bigint;
  wanted bigint;
begin
  for listed in select kind, item_table, code_column from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    execute format(
      'insert into public.items as item
         (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
       select id, $1, %I, name, slug, price, quantity, images[1], in_studio, active, updated_at
       from %s order by id
       on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
         price = excluded.price, quantity = excluded.quantity, image = excluded.image,
         in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
         removed_at = null
       where item.kind = excluded.kind',
      listed.code_column, listed.item_table) using listed.kind;
    get diagnostics registered = row_count;
    execute format('select count(*) from %s', listed.item_table) into wanted;
    perform private.check_registered(listed.kind, registered, wanted);
    execute format(
      'update public.items as item set removed_at = now(), active = false, quantity = 0
       where item.kind = $1 and item.removed_at is null
         and not exists (select from %s as present where present.id = item.id)',
      listed.item_table) using listed.kind;
  end loop;
end
$$;
