/*
 * Adds the charges of a return to its order as free-text lines, and returns their ids: [{"description", "quantity",
 * "price", "charge": "late" | "damage" | "missing", "line"}]. Raises PT422 with details {"field": "charges"}.
 */
create function private.add_charges(made public.orders, charges jsonb) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  added uuid[];
  total numeric;
begin
  if charges is null or charges in ('null', '[]') then
    return '{}';
  elsif jsonb_typeof(charges) <> 'array' or jsonb_array_length(charges) > 200 then
    perform private.refuse('charges', 'Charges must be a list of at most 200.');
  elsif exists (
    select from jsonb_array_elements(charges) as listed (charge)
    where coalesce(char_length(private.one_line(charge ->> 'description')), 0) not between 1 and 200
      or private.whole_number(charge -> 'quantity', 1, 1000000) is null
      or jsonb_typeof(charge -> 'price') is distinct from 'number'
      or not coalesce(case jsonb_typeof(charge -> 'price') when 'number' then
        (charge ->> 'price')::numeric between 0 and 9999999.99 end, false)
      or coalesce(charge ->> 'charge', '') not in ('late', 'damage', 'missing')
      or charge ->> 'line' is not null and private.uuid_of(charge ->> 'line') is null
  ) then
    perform private.refuse('charges', 'A charge needs a description of at most 200 characters, a quantity and a price.');
  end if;
  with added_lines as (
    insert into public.order_items (order_id, description, quantity, price, per_day, charge, charge_for, position)
    select made.id, private.one_line(given.charge ->> 'description'), (given.charge ->> 'quantity')::numeric::integer,
      (given.charge ->> 'price')::numeric, false, given.charge ->> 'charge', private.uuid_of(given.charge ->> 'line'),
      least(32767, (
        select coalesce(max(line.position), 0) from public.order_items as line where line.order_id = made.id
      ) + given.place)::smallint
    from jsonb_array_elements(charges) with ordinality as given (charge, place)
    returning id
  )
  select array_agg(added_lines.id) into added from added_lines;
  total := private.order_total(made.id);
  if total > 9999999999.99 then
    perform private.refuse('charges', 'The total of this order is too large.');
  end if;
  update public.orders as charged set total_price = total where charged.id = made.id;
  perform private.record_event(made.customer_id, 'order', made.id, 'line_added', null, 'text line ×1', line.id)
  from unnest(added) as line (id);
  return added;
end
$$;
