/*
 * The values that one choice gives a line, to be merged into it; '{}' for a line that is dropped.
 * line: {item_type, item_id, quantity, price, rental_from, rental_to, hired, taken …} as private.order_lines
 * makes it.
 */
create function private.chosen_values(line jsonb, choice jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  about constant text := line ->> 'line';
  action constant text := choice ->> 'action';
  pieces integer := private.whole_number(choice -> 'quantity', 1, 1000000);
  item public.items;
  part uuid;
  days daterange;
begin
  if jsonb_typeof(choice -> 'quantity') <> 'null' and pieces is null then
    perform private.refuse_choice(about, 'Quantity must be a whole number of 1 or more');
  end if;
  case action
    when 'drop' then
      return '{}';
    when 'lower' then
      if pieces is null or pieces > (line ->> 'quantity')::integer then
        perform private.refuse_choice(about, 'The lower quantity must be from 1 to the present one.');
      end if;
      return jsonb_build_object('quantity', pieces);
    when 'swap' then
      item := private.rentable_item(choice ->> 'type', choice ->> 'item');
      if item.id is null then
        perform private.refuse_choice(about, 'The other item is no longer there. Choose another.');
      end if;
      return jsonb_build_object('item_type', item.kind, 'item_id', item.id, 'price', item.price,
        'list_price', item.price, 'price_reason', null, 'variant_id', null,
        'quantity', coalesce(pieces, (line ->> 'quantity')::integer), 'hired', '[]'::jsonb)
        -- What was free when an enquiry was sent, was of the other item.
        || case when line ? 'free_when_sent' and item.id::text <> line ->> 'item_id'
          then '{"free_when_sent": null, "of_when_sent": null}'::jsonb else '{}' end;
    when 'dates' then
      days := private.staff_days((choice ->> 'rental_from')::date, (choice ->> 'rental_to')::date);
      return jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
    when 'sub_rental' then
      part := private.uuid_of(coalesce(choice ->> 'item', line ->> 'item_id'));
      if pieces is null then
        perform private.refuse_choice(about, 'A sub-rental needs its number of pieces.');
      elsif char_length(choice ->> 'reason') > 500 then
        perform private.refuse_choice(about, 'The reason must be at most 500 characters');
      elsif not exists (
        select from private.item_parts as inside
        where inside.item_id = (line ->> 'item_id')::uuid and inside.part_id = part
      ) then
        perform private.refuse_choice(about, 'This item is not part of the line.');
      end if;
      return jsonb_build_object('hired', line -> 'hired' || jsonb_build_object(
        'item', choice -> 'item', 'quantity', pieces, 'reason', private.trimmed(choice ->> 'reason')));
    when 'take_over' then
      return jsonb_build_object('taken', line -> 'taken' || jsonb_build_array(private.uuid_of(choice ->> 'enquiry')));
    else
      perform private.refuse_choice(about, 'There is no such choice.');
  end case;
end
$$;
