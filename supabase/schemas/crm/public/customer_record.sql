/*
 * A customer by number or id with their enquiries (converted ones too), orders, messages, staff notes and
 * timeline, the newest 100 of each, and their totals. merged_into: the customer that remains of a merged one, {"id",
 * "customer_number"}; merges: the customers who were merged into this one, [{"id": of the merge, "customer_number",
 * "name", "mobile", "merged_at", "merged_name", "undo_until": null when it is too late}]; likely_duplicates: private.likely_duplicates. Null if there is
 * none. 42501 for anyone but admin and crm_user.
 */
create function public.customer_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  who constant uuid := (
    select customer.id from public.customers as customer
    where case when customer_record.number is not null
      then customer.customer_number = upper(customer_record.number) else customer.id = customer_record.id end
  );
begin
  perform private.require_staff('admin', 'crm_user');
  return private.customer_of(who) || (
    select jsonb_build_object(
      'open_enquiries', coalesce(figures.open_enquiries, 0), 'orders_total', coalesce(figures.orders, 0),
      'messages_total', coalesce(figures.messages, 0),
      'unhandled_messages', coalesce(figures.unhandled_messages, 0),
      'enquiries_total', (select count(*) from public.enquiry_orders where customer_id = who))
    from (select who as customer_id) as asked left join private.lead_figures as figures using (customer_id)
  ) || jsonb_build_object(
    'enquiries', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' || jsonb_build_object(
          'item_count', (select count(*) from public.enquiry_items where enquiry_order_id = listed.id),
          'order', (
            select jsonb_build_object('id', made.id, 'order_number', made.order_number)
            from public.orders as made where made.enquiry_order_id = listed.id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.enquiry_orders where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' - 'enquiry_order_id'
        || jsonb_build_object(
          'item_count', (select count(*) from public.order_items where order_id = listed.id),
          'received', private.received_of(listed.id),
          'enquiry', (
            select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
            from public.enquiry_orders as asked where asked.id = listed.enquiry_order_id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.orders where customer_id = who order by created_at desc, id limit 100
      ) as listed
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'handled_name', person.display_name) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.contact_enquiries where customer_id = who
        order by created_at desc, id limit 100
      ) as listed left join public.user_profiles as person on person.id = listed.handled_by
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note where note.customer_id = who
      order by note.created_at desc, note.id limit 100)),
    'merged_into', (
      select jsonb_build_object('id', remaining.id, 'customer_number', remaining.customer_number)
      from public.customers as remaining where remaining.id = nullif(private.remaining_customer(who), who)
    ),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'customer_number', merged.customer_number,
          'name', merged.first_name || ' ' || merged.last_name, 'mobile', merged.mobile, 'merged_at', merge.merged_at,
          'merged_name', person.display_name,
          'undo_until', case when merge.merged_at > now() - interval '24 hours' and merged.erased_at is null
            then merge.merged_at + interval '24 hours' end)
        order by merge.merged_at desc, merge.id), '[]')
      from public.customer_merges as merge
        join public.customers as merged on merged.id = merge.from_id
        left join public.user_profiles as person on person.id = merge.merged_by
      where merge.into_id = who and merge.undone_at is null
    ),
    'likely_duplicates', private.likely_duplicates(who),
    'timeline', private.timeline_of(who, null));
end
$$;

grant execute on function public.customer_record(text,uuid) to authenticated;
