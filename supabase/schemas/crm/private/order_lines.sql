/*
 * The lines of an enquiry as its order will have them, after the choices were applied in their order, each
 * with the id of its order line, its sub-rentals (`hired`) and the enquiries whose holds it takes over (`taken`).
 */
create function private.order_lines(enquiry_id uuid, choices jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lines jsonb;
  choice jsonb;
  about text;
  each text;
  given jsonb;
begin
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) || jsonb_build_object('line', line.id,
      'list_price', coalesce(line.list_price, case when line.item_id is not null then line.price end), 'id', gen_random_uuid(), 'hired', '[]'::jsonb, 'taken', '[]'::jsonb)), '{}')
    into lines
  from public.enquiry_items as line where line.enquiry_order_id = order_lines.enquiry_id;
  if choices is null then
    return lines;
  elsif jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) > 1000 then
    perform private.refuse_choice(null, 'Choices must be a list of at most 1000.');
  end if;
  for choice in select value from jsonb_array_elements(choices) loop
    about := lower(choice ->> 'line');
    if about is null and choice ->> 'action' is distinct from 'dates' or about is not null and not lines ? about then
      perform private.refuse_choice(about, 'This line is not part of the enquiry.');
    end if;
    for each in
      -- Text lines that are charged once have no dates.
      select key from jsonb_each(lines)
      where key = about or about is null and (value ->> 'item_id' is not null or (value ->> 'per_day')::boolean)
    loop
      if lines -> each ->> 'item_id' is null and choice ->> 'action' in ('swap', 'sub_rental', 'take_over') then
        perform private.refuse_choice(about, 'A text line has no item.');
      end if;
      given := private.chosen_values(lines -> each, choice);
      lines := case given when '{}' then lines - each
        else lines || jsonb_build_object(each, lines -> each || given) end;
    end loop;
  end loop;
  return lines;
end
$$;
