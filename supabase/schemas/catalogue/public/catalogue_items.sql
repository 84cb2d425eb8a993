-- All items. security_invoker: each caller sees the rows that the registry's policies allow, which are
-- those of the kinds' tables.
create view public.catalogue_items with (security_invoker = true) as
  select kind as type, id, code, name, slug, price, quantity, image, active, in_studio, updated_at
  from public.items
  where removed_at is null;

grant select on public.catalogue_items to anon, authenticated, service_role;
