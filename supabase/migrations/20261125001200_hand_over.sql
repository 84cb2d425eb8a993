-- Handing over and taking back the pieces of an order, and undoing it.

/* Refuses a line of a movement: PT422, details {"field": "lines", "line": id or null}. */
create function private.refuse_moved_line(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'lines', 'line', line)::text;
end
$$;

/*
 * The day of a movement: today by default, never in the future, and before today only with a reason. Raises PT422
 * with details {"field": "day" | "reason"}.
 */
create function private.movement_day(day date, reason text) returns date
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if char_length(reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  elsif day > today then
    perform private.refuse('day', 'This day is in the future.');
  elsif day < date '2000-01-01' then
    perform private.refuse('day', 'Please enter a valid date');
  elsif day < today and reason is null then
    perform private.refuse('reason', 'A reason is required for a day before today.');
  end if;
  return coalesce(day, today);
end
$$;

/*
 * Checks the lines of a movement and completes them: [{"line", "item", "quantity", "condition", "note", "photos",
 * "pieces", "repair_until"}]. Without an item a line means its own. Null: null. Raises PT422.
 */
create function private.checked_movement(order_id uuid, lines jsonb, kind text, day date) returns jsonb
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

/* A movement for the activity log: "PRP-00012 ×2", or how many pieces where it has several lines. */
create function private.movement_text(movement_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when count(*) = 1 then min(item.code) || ' ×' || sum(moved.quantity)
    else sum(moved.quantity) || ' pieces' end
  from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
  where moved.movement_id = movement_text.movement_id
$$;

/*
 * Locks an order, and all items of its lines and reservations, until the transaction ends. Returns the order. Raises
 * PT404 for an unknown one, PT409 for one in another status, details {"reason": "status"}.
 */
create function private.lock_moving_order(id uuid, statuses text[]) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders as found where found.id = lock_moving_order.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif made.status <> all (statuses) then
    raise exception using errcode = 'PT409', detail = '{"reason": "status"}',
      message = format('%s is "%s". Change its status first.', made.order_number, (
        select status.label from public.crm_rental_order_statuses as status where status.value = made.status));
  end if;
  perform private.lock_stock(array(
    select line.item_id from public.order_items as line where line.order_id = made.id and line.item_id is not null
    union
    select reserved.item_id from public.order_items as line
      join public.reservations as reserved on reserved.order_item_id = line.id
    where line.order_id = made.id));
  return made;
end
$$;

/*
 * Records a movement of an order that is locked, and returns its id. lines: as checked_movement makes them; null:
 * everything left. Raises PT409 with details {"reason": "more_than_there" | "more_than_out", "lines": [{"line",
 * "item", "quantity": in all, "out"}]}; PT422 for a return before its hand-over.
 */
create function private.record_movement(made public.orders, lines jsonb, kind text, day date, reason text) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  moved jsonb := lines;
  refused jsonb;
  movement_id uuid;
begin
  if moved is null then
    select jsonb_agg(jsonb_build_object('line', piece.line_id, 'item', piece.item_id, 'quantity', able.pieces))
      into moved
    from private.order_pieces(array[made.id]) as piece
      cross join lateral (
        select case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end as pieces
      ) as able
    where able.pieces > 0;
    if moved is null then
      raise exception using errcode = 'PT409',
        message = case kind when 'return' then 'Nothing of this order is out.'
          else 'Nothing of this order is left to hand over.' end,
        detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
          'lines', '[]'::jsonb)::text;
    end if;
  end if;
  select jsonb_agg(jsonb_build_object('line', wanted.line, 'item', wanted.item, 'quantity', coalesce(piece.quantity, 0),
      'out', coalesce(piece.out_now, 0)) order by wanted.line, wanted.item)
    into refused
  from (
    select given.line, given.item, sum(given.quantity) as quantity
    from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer)
    group by given.line, given.item
  ) as wanted
    left join private.order_pieces(array[made.id]) as piece
      on piece.line_id = wanted.line and piece.item_id = wanted.item
  where wanted.quantity > coalesce(case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end, 0);
  if refused is not null then
    raise exception using errcode = 'PT409',
      message = case kind when 'return' then 'Fewer pieces are out. Somebody may have taken them back meanwhile.'
        else 'Fewer pieces are left. Somebody may have handed them over meanwhile.' end,
      detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
        'lines', refused)::text;
  end if;
  if kind = 'return' and exists (
    select from jsonb_to_recordset(moved) as given (line uuid, item uuid)
      join private.order_pieces(array[made.id]) as piece on piece.line_id = given.line and piece.item_id = given.item
    where piece.first_day > day
  ) then
    perform private.refuse('day', 'These pieces were handed over after this day.');
  end if;
  insert into public.order_movements as recorded (order_id, kind, day, reason, created_by)
  values (made.id, record_movement.kind, record_movement.day, record_movement.reason,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()))
  returning recorded.id into movement_id;
  insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, condition, note, photos, pieces)
  select movement_id, given.line, given.item, given.quantity, coalesce(given.condition, 'good'), given.note,
    coalesce(given.photos, '{}'), coalesce(given.pieces, '{}')
  from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer, condition text, note text,
    photos text[], pieces uuid[]);
  return movement_id;
end
$$;

/*
 * Hands over pieces of a confirmed or running order: its row without texts, and "movement": the id. The first
 * hand-over sets the order in progress. lines: [{"line", "item": of the line or a part of that kit, "quantity",
 * "pieces": ids of numbered pieces}]; null: everything left. day: default today; an earlier one needs a reason. A
 * repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order, PT422 with details {"field": …}, PT409 with details {"reason":
 * "more_than_there", "lines": [{"line", "item", "quantity", "out"}]}, PT409 not_free for a day before the line's
 * first on which the pieces are promised to others, PT409 {"reason": "status" | "busy"}; 42501 for anyone but admin
 * and crm_user.
 */
create function public.hand_over(
  id uuid, lines jsonb default null, day date default null, reason text default null, key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  movement_id uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hand_over', key, jsonb_build_array(id, lines, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{confirmed,in_progress}');
  movement_id := private.record_movement(made,
    private.checked_movement(made.id, lines, 'hand_over', day), 'hand_over', day, given_reason);
  if made.status = 'confirmed' then
    update public.orders as started set status = 'in_progress' where started.id = made.id returning * into made;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'handed_over', null,
    private.movement_text(movement_id));
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement_id);
  perform private.bind_idempotency_key('hand_over', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

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
    where coalesce(char_length(private.trimmed(charge ->> 'description')), 0) not between 1 and 200
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
    select made.id, private.trimmed(given.charge ->> 'description'), (given.charge ->> 'quantity')::numeric::integer,
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

/*
 * Takes pieces of a running order out of service: damaged ones until their repair ends, missing ones for a year,
 * both from the end of the turnaround after the return.
 */
create function private.take_out_of_service(made public.orders, movement_id uuid, day date, lines jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason, movement_id, created_by)
  select given.item, sum(given.quantity), 'out_of_service', 'booked', ended.days, ended.days,
    case given.condition when 'missing' then 'Missing from ' else 'Damaged in ' end || made.order_number, movement_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  from jsonb_to_recordset(lines) as given (item uuid, quantity integer, condition text, repair_until date)
    cross join lateral (
      select upper(private.blocked_range(daterange(day, day, '[]'), private.turnaround_of(given.item))) as day
    ) as back
    cross join lateral (
      select daterange(back.day, case given.condition when 'missing' then back.day + 365
        else greatest(back.day, given.repair_until + 1) end) as days
    ) as ended
  where (given.condition = 'missing' or given.condition = 'damaged' and given.repair_until is not null)
    and not isempty(ended.days)
  group by given.item, given.condition, ended.days
$$;

/*
 * Takes back pieces of an order that is in progress: its row without texts, and "movement": the id. Pieces that are
 * back are free at once, after their turnaround. When everything is back or missing, the order is returned. lines:
 * [{"line", "item", "quantity", "condition": "good" | "damaged" | "missing", "note", "photos": names in the bucket
 * returns, "pieces", "repair_until": of damaged ones}]; null: everything that is out, in good condition. charges:
 * added as lines, see private.add_charges. Everything else as in hand_over; the details of a refusal for more pieces
 * than are out are {"reason": "more_than_out", …}. PT422 with details {"field": "day"} before the hand-over.
 */
create function public.take_back(
  id uuid, lines jsonb default null, charges jsonb default null, day date default null, reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  moved jsonb;
  movement_id uuid;
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('take_back', key, jsonb_build_array(id, lines, charges, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{in_progress}');
  moved := private.checked_movement(made.id, lines, 'return', day);
  movement_id := private.record_movement(made, moved, 'return', day, given_reason);
  if exists (select from private.order_pieces(array[made.id]) as piece where piece.back + piece.missing < piece.quantity) then
    perform private.write_reservations(array[made.id]);
  else
    update public.orders as ended set status = 'returned' where ended.id = made.id;
  end if;
  perform private.take_out_of_service(made, movement_id, day, coalesce(moved, '[]'));
  added := private.add_charges(made, charges);
  update public.order_movements as recorded set charges = added where recorded.id = movement_id and added <> '{}';
  perform private.record_event(made.customer_id, 'order', made.id, 'returned', null, private.movement_text(movement_id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement_id);
  perform private.bind_idempotency_key('take_back', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * Undoes a hand-over or return with a reason: its pieces, the order's status, the charges and the times out of
 * service that it made. Returns the order's row without texts, and "movement". Pieces that are out again after an
 * undone return are a fact: where they are promised to others it makes a conflict. A repeat with the same key
 * returns the first answer.
 *
 * Raises PT404 for an unknown movement, PT422 with details {"field": …}, PT409 with details {"reason":
 * "later_movement"} when the same items were moved again since, {"reason": "undone"}, {"reason": "status"} for an order
 * that was completed or cancelled, {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.undo_movement(id uuid, reason text default null, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  movement public.order_movements;
  made public.orders;
  became text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif given_reason is null then
    perform private.refuse('reason', 'A reason is required to undo this.');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  answer := private.claim_idempotency_key('undo_movement', key, jsonb_build_array(id, reason));
  if answer is not null then
    return answer;
  end if;
  select * into movement from public.order_movements as found where found.id = id;
  if not found then
    raise exception 'There is no such movement.' using errcode = 'PT404';
  end if;
  made := private.lock_moving_order(movement.order_id, '{confirmed,in_progress,returned}');
  -- why again: it may have been undone while this waited for the order.
  select * into movement from public.order_movements as found where found.id = id;
  if movement.undone_at is not null then
    raise exception 'This was undone already.' using errcode = 'PT409', detail = '{"reason": "undone"}';
  elsif exists (
    select from public.order_movement_lines as line
      join public.order_movement_lines as later using (order_item_id, item_id)
      join public.order_movements as since on since.id = later.movement_id and since.undone_at is null
    where line.movement_id = movement.id and since.id <> movement.id
      and (since.created_at, since.id) > (movement.created_at, movement.id)
  ) then
    raise exception 'The same items were moved again since. Undo that first.'
      using errcode = 'PT409', detail = '{"reason": "later_movement"}';
  end if;
  update public.order_movements as undone
  set undone_at = clock_timestamp(), undo_reason = given_reason,
    undone_by = (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  where undone.id = movement.id;
  update public.reservations as ended set status = 'released'
  where ended.movement_id = movement.id and ended.kind = 'out_of_service' and ended.status <> 'released';
  if cardinality(movement.charges) > 0 then
    delete from public.order_items as charge
    where charge.id = any (movement.charges) and charge.order_id = made.id and charge.charge is not null;
    update public.orders as charged set total_price = private.order_total(made.id) where charged.id = made.id;
  end if;
  became := case
    when movement.kind = 'return' then 'in_progress'
    when exists (
      select from public.order_movements as other where other.order_id = made.id and other.undone_at is null
    ) then made.status
    else 'confirmed' end;
  if movement.kind = 'return' then
    perform set_config('studio.facts', 'on', true);
  end if;
  if became <> made.status then
    update public.orders as changed set status = became where changed.id = made.id;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform set_config('studio.facts', facts, true);
  perform private.record_event(made.customer_id, 'order', made.id, 'movement_undone', movement.kind,
    private.movement_text(movement.id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement.id);
  perform private.bind_idempotency_key('undo_movement', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function
  public.hand_over(uuid, jsonb, date, text, uuid),
  public.take_back(uuid, jsonb, jsonb, date, text, uuid),
  public.undo_movement(uuid, text, uuid)
  to authenticated;

/*
 * Erases what was typed and photographed at the hand-over and return of customers whose personal data was erased. The
 * pictures' rows are removed, and their bytes with them.
 */
create function private.erase_movement_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array(select made.id from public.orders as made where made.customer_id = new.id));
  update public.order_movement_lines as line set note = null, photos = '{}'
  from public.order_movements as movement join public.orders as made on made.id = movement.order_id
  where movement.id = line.movement_id and made.customer_id = new.id
    and (line.note is not null or line.photos <> '{}');
  update public.order_movements as movement set reason = null, undo_reason = null
  from public.orders as made
  where made.id = movement.order_id and made.customer_id = new.id
    and (movement.reason is not null or movement.undo_reason is not null);
  return null;
end
$$;

/*
 * Removes the pictures of these orders from the bucket `returns`.
 * why the setting: a Supabase project refuses to delete these rows otherwise.
 */
create function private.remove_return_pictures(order_ids uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects as picture
  where picture.bucket_id = 'returns' and (
    split_part(picture.name, '/', 1) = any (select gone::text from unnest(order_ids) as gone)
    or picture.name in (
      select unnest(line.photos) from public.order_movement_lines as line
        join public.order_movements as movement on movement.id = line.movement_id
      where movement.order_id = any (order_ids)));
  perform set_config('storage.allow_delete_query', '', true);
end
$$;

/* Removes the pictures of an order that is about to be deleted. */
create function private.drop_return_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array[old.id]);
  return old;
end
$$;

create trigger customers_erase_movement_texts after update of erased_at on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_movement_texts();
create trigger orders_drop_return_pictures before delete on public.orders
  for each row execute function private.drop_return_pictures();
