/*
 * An enquiry by number or id, converted or not: its row with customer, items (a deleted item has no name),
 * the order made from it, its timeline, the customer's answers to it (private.answers_of_enquiry), and whether all its
 * lines could be held now (`can_hold`). changed_quote: private.changed_enquiry_quote; is_open: staff act on it. `addresses`: private.address_choice. Null if there is none. 42501 for anyone but admin and crm_user.
 */
create function public.enquiry_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.enquiry_orders', 'enquiry_number', 'public.enquiry_items',
    'enquiry_order_id', private.open_statuses(), enquiry_record.number, enquiry_record.id);
  return told || jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number)
      from public.orders as made where made.enquiry_order_id = (told ->> 'id')::uuid
    ),
    'answers', private.answers_of_enquiry((told ->> 'id')::uuid),
    'addresses', private.address_choice((told ->> 'customer_id')::uuid, (told ->> 'id')::uuid, null),
    'changed_quote', private.changed_enquiry_quote((told ->> 'id')::uuid),
    'is_open', told ->> 'status' = any (private.open_statuses()),
    'can_hold', private.all_fit(told -> 'items'),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;

grant execute on function public.enquiry_record(text,uuid) to authenticated;
