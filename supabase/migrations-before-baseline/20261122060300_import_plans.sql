-- Imports and undos of many items are joined by hashing, whatever the statistics say.

-- why: their tables fill and empty, so that statistics of an empty one are usual; with those every line
-- was compared with every other, and 10,000 lines took minutes.
alter function public.check_import(uuid, text[]) set enable_nestloop = off;
alter function public.apply_import(uuid, text[]) set enable_nestloop = off;
alter function public.undo_items(uuid) set enable_nestloop = off;
