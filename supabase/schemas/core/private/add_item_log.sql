/* Logs the changes of a kind's items. */
create function private.add_item_log(kind text) returns void
language sql
set search_path = ''
as $$
  select private.add_activity_log(listed.item_table, 'items', 'item', 'written.id',
    format('written.%I || '' · '' || written.name', listed.code_column), logs_values => false)
  from private.catalogue_kinds as listed where listed.kind = add_item_log.kind
$$;
