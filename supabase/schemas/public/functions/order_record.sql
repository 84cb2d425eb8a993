-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* An order, like enquiry_record; the timeline includes that of its enquiry. */
create function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    order_record.number, order_record.id);
  return told || jsonb_build_object(
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;

grant execute on function public.order_record(text,uuid) to authenticated;
