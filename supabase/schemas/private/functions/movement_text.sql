-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* A movement for the activity log: "PRP-00012 ×2", or how many pieces where it has several lines. */
create function private.movement_text(movement_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when count(*) = 1 then min(item.code) || ' ×' || sum(moved.quantity)
    else sum(moved.quantity) || ' pieces' end
  from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
  where moved.movement_id = movement_text.movement_id
$$;
