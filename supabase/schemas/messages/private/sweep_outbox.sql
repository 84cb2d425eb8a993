/*
 * Empties messages of more than 180 days that wait for nothing: what they were made from, the recipient and the link.
 * Template, record and times remain. At most 1000 in one call; returns how many.
 */
create function private.sweep_outbox() returns integer
language plpgsql
set search_path = ''
as $$
declare
  swept integer;
begin
  update private.outbox as old set params = '{}', recipient = null, link_id = null, problem = null
  where old.id in (
    select found.id from private.outbox as found
    where found.created_at < clock_timestamp() - interval '180 days' and found.state in ('sent', 'skipped', 'failed')
      and (found.params <> '{}' or found.recipient is not null or found.link_id is not null)
    order by found.created_at limit 1000
    for update skip locked
  );
  get diagnostics swept = row_count;
  return swept;
end
$$;
