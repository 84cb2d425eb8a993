/*
 * The lines of a rental that staff make, as an array of rows of order_items. Raises PT422 with details {"field":
 * "lines", "index"}.
 */
create function private.new_lines(lines jsonb, rental_from date, rental_to date) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made jsonb := '[]';
  line jsonb;
  row jsonb;
  hire jsonb;
  place integer;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 100 then
    perform private.refuse('lines', 'Add 1 to 100 items.');
  end if;
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    begin
      if jsonb_typeof(line) <> 'object' then
        perform private.refuse('lines', 'Each line must have a type, an item and a quantity.');
      end if;
      row := private.new_line(line || jsonb_build_object('item', line -> 'item'), new_lines.rental_from, new_lines.rental_to)
        || jsonb_build_object('id', gen_random_uuid(), 'position', place);
      for hire in select value from jsonb_array_elements(coalesce(line -> 'hired', '[]')) loop
        row := row || private.chosen_values(row, hire || '{"action": "sub_rental"}');
      end loop;
      made := made || jsonb_build_array(row);
    exception
      when sqlstate 'PT422' then
        raise exception using errcode = 'PT422', message = sqlerrm,
          detail = jsonb_build_object('field', 'lines', 'index', place - 1)::text;
      when data_exception then
        raise exception using errcode = 'PT422', message = 'A date or number of this line cannot be read.',
          detail = jsonb_build_object('field', 'lines', 'index', place - 1)::text;
    end;
  end loop;
  return made;
end
$$;
