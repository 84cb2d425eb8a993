/* Stock that one piece of an item takes: itself, and as a kit all its parts. */
create view private.item_parts with (security_invoker = true) as
select id as item_id, id as part_id, 1 as quantity from public.items
union all
select kit_id, part_id, quantity from private.kit_parts;
