/*
 * Checks the lines of a movement and completes them: [{"line", "item", "quantity", "condition", "note", "photos",
 * "pieces", "repair_until"}]. Without an item a line means its own. Null: null. Raises PT422.
 */
create function private.checked_movement(order_id uuid, lines jsonb, kind text, day date)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given jsonb;
  about text;
  line public.order_items;
  item uuid;
  quantity integer;
  photos text[];
  pieces uuid[];
  repair_until date;
  checked jsonb := '[]';
begin
  if lines is null or lines = 'null' then
    return null;
  elsif jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform private.refuse_moved_line(null, 'Lines must be a list of 1 to 1,000.');
  end if;
  for given in select value from jsonb_array_elements(lines) loop
    about := lower(given ->> 'line');
    select * into line from public.order_items as listed
    where listed.order_id = checked_movement.order_id and listed.id = private.uuid_of(about);
    if not found or line.item_id is null then
      perform private.refuse_moved_line(about, 'This line is no longer part of the order.');
    end if;
    item := case when coalesce(given ->> 'item', '') = '' then line.item_id else private.uuid_of(given ->> 'item') end;
    quantity := private.whole_number(given -> 'quantity', 1, 1000000000);
    if quantity is null then
      perform private.refuse_moved_line(about, 'Quantity must be a whole number of 1 or more');
    elsif kind = 'hand_over' and coalesce(given ->> 'condition', 'good') <> 'good'
      or coalesce(given ->> 'condition', 'good') not in ('good', 'damaged', 'missing') then
      perform private.refuse_moved_line(about, 'The condition must be good, damaged or missing.');
    elsif char_length(given ->> 'note') > 500 then
      perform private.refuse_moved_line(about, 'The note must be at most 500 characters');
    elsif coalesce(jsonb_typeof(given -> 'photos'), 'null') not in ('null', 'array')
      or coalesce(jsonb_typeof(given -> 'pieces'), 'null') not in ('null', 'array') then
      perform private.refuse_moved_line(about, 'Photos and pieces must be lists.');
    end if;
    photos := case jsonb_typeof(given -> 'photos') when 'array' then
      array(select jsonb_array_elements_text(given -> 'photos')) else '{}' end;
    pieces := case jsonb_typeof(given -> 'pieces') when 'array' then
      array(select distinct private.uuid_of(piece) from jsonb_array_elements_text(given -> 'pieces') as piece) else '{}' end;
    if cardinality(photos) > 6 then
      perform private.refuse_moved_line(about, 'At most 6 photos for each line.');
    elsif exists (
      select from unnest(photos) as photo (name)
      where not exists (
        select from storage.objects as stored where stored.bucket_id = 'returns' and stored.name = photo.name
      )
    ) then
      perform private.refuse_moved_line(about, 'A photo of this line was not uploaded. Add it again.');
    elsif cardinality(pieces) > quantity or exists (
      select from unnest(pieces) as named (id)
      where not exists (select from public.item_pieces as piece where piece.id = named.id and piece.item_id = item)
    ) then
      perform private.refuse_moved_line(about, 'These pieces are not known.');
    end if;
    repair_until := null;
    if coalesce(given ->> 'repair_until', '') <> '' then
      if given ->> 'repair_until' !~ '^\d{4}-\d\d-\d\d$' then
        perform private.refuse_moved_line(about, 'Please enter a valid date');
      end if;
      begin
        repair_until := (given ->> 'repair_until')::date;
      exception when datetime_field_overflow then
        perform private.refuse_moved_line(about, 'Please enter a valid date');
      end;
      if given ->> 'condition' is distinct from 'damaged' or repair_until < day or repair_until - day > 365 then
        perform private.refuse_moved_line(about, 'A repair ends within a year after the return of a damaged piece.');
      end if;
    end if;
    checked := checked || jsonb_build_object('line', line.id, 'item', item, 'quantity', quantity,
      'condition', coalesce(given ->> 'condition', 'good'), 'note', nullif(private.trimmed(given ->> 'note'), ''),
      'photos', photos, 'pieces', pieces, 'repair_until', repair_until);
  end loop;
  return checked;
end
$$;
