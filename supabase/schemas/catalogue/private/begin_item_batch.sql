/*
 * Starts a batch of the caller in the log, and deletes old ones: those older than 90 days, and all but the
 * newest 200 of the kind. why: at most 5 of each per call, so that no change waits long for it.
 */
create function private.begin_item_batch(
  id uuid,
  kind text,
  what text,
  change jsonb default null,
  undoes uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.item_batches as old where old.id is distinct from begin_item_batch.undoes and old.id in (
    (select aged.id from public.item_batches as aged
     where aged.created_at < now() - interval '90 days' order by aged.created_at limit 5)
    union all
    (select over.id from public.item_batches as over
     where over.kind = begin_item_batch.kind order by over.created_at desc, over.id offset 199 limit 5)
  );
  insert into public.item_batches (id, kind, user_id, what, change, undoes)
  values (begin_item_batch.id, begin_item_batch.kind, auth.uid(), begin_item_batch.what,
    begin_item_batch.change, begin_item_batch.undoes);
end
$$;
