/*
 * The lines of an enquiry's quote as rows of order_items, with new ids; headings have none. An item is reserved for the
 * days of the enquiry's line that it was quoted from, and longer if more are quoted; where other days are quoted than
 * reserved, the line costs the quoted amount once. Texts have no days.
 * A line that was not quoted from one of the enquiry (quotes of before, lines that staff added) has the days of the
 * enquiry's line of the same item that is most like it and that no other line has, else those of the whole enquiry.
 * Where the enquiry was changed since the quote was issued, its days are those of before (private.keep_quoted_days).
 * why prices without discounts: the order has the quote's whole discount as one amount, so that its total is the quote's
 * taxable value to the paisa.
 */
create function private.quoted_lines(quote public.documents, enquiry public.enquiry_orders)
returns setof public.order_items
language plpgsql
set search_path = ''
as $$
declare
  quoted public.document_lines;
  asked_id uuid;
  taken uuid[] := '{}';
  asked_of jsonb := '{}';
begin
  for quoted in
    select line.* from public.document_lines as line
      left join public.enquiry_items as asked on asked.id = line.enquiry_item_id and asked.enquiry_order_id = enquiry.id
    where line.document_id = quote.id and line.item_id is not null
    order by asked.id is null, line.position
  loop
    select asked.id into asked_id
    from public.enquiry_items as asked
    where asked.enquiry_order_id = enquiry.id and (asked.item_id = quoted.item_id or asked.id = quoted.enquiry_item_id)
    order by asked.id is not distinct from quoted.enquiry_item_id desc, asked.id = any (taken),
      asked.rental_days is not distinct from quoted.days desc, asked.quantity = quoted.quantity desc, asked.position, asked.id
    limit 1;
    if asked_id is not null then
      taken := taken || asked_id;
      asked_of := asked_of || jsonb_build_object(quoted.position, asked_id);
    end if;
  end loop;
  return query
  select made.*
  from public.document_lines as line
    left join public.items as item on item.id = line.item_id
    left join private.quoted_days as kept on kept.document_id = line.document_id and kept.position = line.position
    left join public.enquiry_items as wanted on wanted.id = (asked_of ->> line.position::text)::uuid
    cross join lateral (
      select case when line.item_id is not null then coalesce(kept.rental_from, wanted.rental_from, enquiry.rental_from) end as first_day
    ) as begun
    cross join lateral (
      select coalesce(kept.rental_to, greatest(coalesce(wanted.rental_to, enquiry.rental_to, begun.first_day),
        begun.first_day + coalesce(line.days, 1) - 1)) as last_day
      where begun.first_day is not null
      union all select null where begun.first_day is null
    ) as ended
    cross join lateral (
      select coalesce(line.days = private.days_in(begun.first_day, ended.last_day) and line.item_id is not null, false) as per_day
    ) as priced
    cross join lateral jsonb_populate_record(null::public.order_items, jsonb_build_object(
      'id', gen_random_uuid(), 'item_type', line.item_type, 'item_id', line.item_id,
      'description', case when line.item_id is null then private.one_line(line.text) end,
      'quantity', line.quantity,
      'price', private.line_amount(line.unit_price, 1, case when not priced.per_day then line.days end),
      'list_price', item.price, 'per_day', priced.per_day,
      'rental_from', begun.first_day, 'rental_to', ended.last_day, 'position', line.position)) as made
  where line.document_id = quote.id and line.kind <> 'heading';
end
$$;
