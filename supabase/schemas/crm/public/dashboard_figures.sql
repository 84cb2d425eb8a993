/*
 * The figures of the dashboard's cards that the caller's role may see: {"crm": … or null,
 * "inventory": {kind: {"active", "inactive", "without_picture"}}, without archived items; "email": the state of the channel of
 * e-mails (private.channel_states) for those who may see messages, or null}. search_orders and this function share
 * private.filter_conditions for orders that are out or due, so that each figure is the total of its list.
 * 42501 for anyone but staff.
 */
create function public.dashboard_figures() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  crm jsonb;
  email jsonb;
  inactive jsonb := '{}';
  listed record;
  figure text;
  shown text;
  counted bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if private.is_staff('admin', 'crm_user') then
    for figure, shown in values ('orders_out', 'out'), ('returns_due', 'due') loop
      execute 'select count(*) from public.orders as listed where true'
        || private.filter_conditions(jsonb_build_object(shown, true)) into counted;
      crm := coalesce(crm, '{}') || jsonb_build_object(figure, counted);
    end loop;
    select state into email from jsonb_array_elements(private.channel_states()) as state
    where state ->> 'channel' = 'email';
    crm := crm || private.crm_attention();
  end if;
  for listed in select kind, item_table from private.catalogue_kinds loop
    execute format('select count(*) from %s where not active', listed.item_table) into counted;
    counted := counted - (select count(*) from public.items as item
      where item.kind = listed.kind and item.archived_at is not null and item.removed_at is null);
    inactive := inactive || jsonb_build_object(listed.kind, counted);
  end loop;
  return jsonb_build_object('crm', crm, 'email', email, 'inventory', (
    select jsonb_object_agg(kind, jsonb_build_object(
      'active', (select coalesce(sum(items), 0) from private.catalogue_counts as held where held.kind = kinds.kind),
      'inactive', inactive -> kind,
      'without_picture', (select count(*) from public.items as item
        where item.kind = kinds.kind and item.image is null and item.archived_at is null and item.removed_at is null)))
    from private.catalogue_kinds as kinds
  ));
end
$$;

grant execute on function public.dashboard_figures() to authenticated;
