/*
 * An order, like enquiry_record; the timeline includes that of its enquiry. Each item also says what was free
 * when the enquiry was sent (`free_when_sent`, `of_when_sent`; null for an item that it did not have), and how many
 * of its pieces are `out`, `back` and `missing` (null for a free-text line). received: rupees that the ledger has, rent
 * and deposit. changed_quote: see private.changed_quote. charges_due: a return waits for a decision about charges.
 */
create function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    '{confirmed,in_progress}', order_record.number, order_record.id);
  return told || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('free_when_sent', sent.free_when_sent,
        'of_when_sent', sent.of_when_sent, 'out', moved.out_now, 'back', moved.back, 'missing', moved.missing) order by line.place), '[]')
      from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
        left join private.pieces_out((told ->> 'id')::uuid) as moved on moved.line_id = (line.value ->> 'id')::uuid
        left join lateral (
          select * from public.enquiry_items as asked
          where asked.enquiry_order_id = (told ->> 'enquiry_order_id')::uuid
            and asked.item_id = (line.value ->> 'item_id')::uuid
          order by asked.position limit 1
        ) as sent on true
    ),
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'received', private.received_of((told ->> 'id')::uuid),
    'changed_quote', (select private.changed_quote(made) from public.orders as made where made.id = (told ->> 'id')::uuid),
    'charges_due', exists (
      select from public.order_movements as movement
      where movement.order_id = (told ->> 'id')::uuid and movement.charges_due and movement.undone_at is null),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;

grant execute on function public.order_record(text,uuid) to authenticated;
