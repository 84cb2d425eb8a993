/*
 * One page of enquiries or orders with their owner's name, their customer and items, orders also with the rupees that
 * they `received`. Callers write the names of tables and columns.
 */
create function private.search_rentals(
  rentals regclass,
  number_column text,
  number_prefix text,
  lines regclass,
  parent_column text,
  base text,
  q text,
  assigned_to text,
  assignee text,
  filters jsonb,
  sort text,
  page integer,
  cursor text,
  size integer
) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  missing constant text := case when sort like '-%' then '-infinity' else 'infinity' end;
begin
  return private.crm_page(
    format('%s as listed %s join public.customers as customer on customer.id = listed.customer_id', rentals,
      -- why: the planner drops a left join whose columns are not used, but cannot walk its name index.
      case when ltrim(sort, '-') = 'name' then 'inner' else 'left' end),
    base || private.assignee_condition(assigned_to) || private.owner_condition(assignee)
      || private.filter_conditions(filters),
    filters, number_column, number_prefix, rentals,
    jsonb_build_object(
      'created', '["listed.created_at", "timestamptz"]'::jsonb,
      'number', jsonb_build_array(format('substr(listed.%I, 5)::bigint', number_column), 'bigint'),
      'name', jsonb_build_array('coalesce(customer.first_name || '' '' || customer.last_name, '''')', 'text'),
      'rental_from', jsonb_build_array(format('coalesce(listed.rental_from, %L)', missing), 'date'),
      'rental_to', jsonb_build_array(format('coalesce(listed.rental_to, %L)', missing), 'date'),
      'days', '["listed.rental_days", "integer"]'::jsonb,
      'total', '["listed.total_price", "numeric"]'::jsonb,
      'status', '["listed.status", "text"]'::jsonb)
      || case when number_prefix = 'ord' then '{"payment_status": ["listed.payment_status", "text"]}'::jsonb
        else '{}' end,
    format(
      -- why json: text is put into lists and objects as it is, while jsonb is packed, and unpacked again by each of them.
      '(select shown from (
        select rental.*, owner.display_name as owner_name, %s as customer, (
          select coalesce(json_agg(listed order by listed.position, listed.id), ''[]'')
          from (
            select line.*, item.name, item.code
            from %s as line left join public.catalogue_items as item
              on item.type = line.item_type and item.id = line.item_id
            where line.%I = rental.id
          ) as listed) as items%s) as shown)',
      private.customer_value(), lines, parent_column,
      case when number_prefix = 'ord' then ', private.received_of(rental.id) as received' else '' end),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id
      left join public.user_profiles as assignee on assignee.id = customer.assigned_to
      left join public.user_profiles as owner on owner.id = rental.assigned_to', rentals),
    q, sort, page, cursor, size);
end
$$;
