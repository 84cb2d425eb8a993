/*
 * The order and its lines after all changes, nothing written: {"order": its changed columns, "lines": rows by id}.
 * Raises PT422 with details {"field": "changes", "index", "line"} for a change that cannot be.
 */
create function private.apply_changes(made public.orders, lines jsonb, changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  changed jsonb := jsonb_build_object('rental_from', made.rental_from, 'rental_to', made.rental_to,
    'discount_percent', made.discount_percent, 'discount_amount', made.discount_amount,
    'discount_reason', made.discount_reason);
  change jsonb;
  place integer;
  about text;
  each text;
  became jsonb;
  days daterange;
  percent numeric;
  amount numeric;
begin
  for change, place in select value, ordinality - 1 from jsonb_array_elements(changes) with ordinality loop
    about := lower(change ->> 'line');
    begin
      case
        when change ->> 'action' in ('add', 'add_text') then
          about := coalesce(about, gen_random_uuid()::text);
          if private.uuid_of(about) is null or lines ? about then
            perform private.refuse('changes', 'The new line needs an id that is not used yet.');
          end if;
          lines := lines || jsonb_build_object(about, private.new_line(
            case change ->> 'action' when 'add' then change || jsonb_build_object('item', change -> 'item')
              else change - 'item' end,
            (changed ->> 'rental_from')::date, (changed ->> 'rental_to')::date) || jsonb_build_object('id', about,
              'position', (select coalesce(max((value ->> 'position')::integer), 0) + 1 from jsonb_each(lines))));
        when change ->> 'action' = 'discount' then
          percent := (change ->> 'percent')::numeric;
          amount := (change ->> 'amount')::numeric;
          if num_nonnulls(percent, amount) > 1 then
            perform private.refuse('changes', 'A discount is a percentage or an amount.');
          elsif percent not between 0.01 and 100 or percent * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be from 0.01 to 100 %.');
          elsif amount not between 0.01 and 9999999999.99 or amount * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be 0.01 or more.');
          end if;
          changed := changed || jsonb_build_object('discount_percent', percent, 'discount_amount', amount,
            'discount_reason', case when num_nonnulls(percent, amount) = 1
              then private.short_text(change ->> 'reason', 'changes') end);
        when about is null and change ->> 'action' = 'dates' then
          days := private.staff_days((change ->> 'rental_from')::date, (change ->> 'rental_to')::date);
          changed := changed || jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
          -- Text lines that are charged once have no dates.
          for each in select key from jsonb_each(lines) where value ->> 'item_id' is not null or (value ->> 'per_day')::boolean loop
            lines := lines || jsonb_build_object(each, private.edited_line(lines -> each, change));
          end loop;
        when about is null or not lines ? about and change ->> 'action' <> 'restore' or private.uuid_of(about) is null then
          perform private.refuse('changes', 'This line is no longer there.');
        else
          became := private.edited_line(lines -> about, change);
          lines := case when became is null then lines - about
            else lines || jsonb_build_object(about, became || jsonb_build_object('id', about)) end;
      end case;
    exception
      when sqlstate 'PT422' then
        raise exception using errcode = 'PT422', message = sqlerrm,
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
      when data_exception then
        raise exception using errcode = 'PT422', message = 'A date or number of this change cannot be read.',
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
    end;
  end loop;
  return jsonb_build_object('order', changed, 'lines', lines);
end
$$;
