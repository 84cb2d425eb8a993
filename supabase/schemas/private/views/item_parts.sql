-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* What one piece of an item takes from stock: itself, and as a kit all its parts. */
create view private.item_parts with (security_invoker = true) as
select items.id as item_id,
  items.id as part_id,
  1 as quantity
from public.items
union all
select kit_parts.kit_id as item_id,
  kit_parts.part_id,
  kit_parts.quantity
from private.kit_parts;
