-- Numbered pieces of an item, each with a code for its label: PRP-00012-03.

create table public.item_pieces (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  -- From 1 on for each item. A number is never used again, since its label may be on a piece.
  number integer not null,
  -- why stored: labels are printed, so a code must stay.
  code text collate "C" not null,
  note text,
  -- Since when the piece is no longer used: sold, lost, beyond repair.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  constraint item_pieces_pkey primary key (id),
  constraint item_pieces_item_id_fkey foreign key (item_id) references public.items (id),
  constraint item_pieces_item_id_number_key unique (item_id, number),
  constraint item_pieces_code_key unique (code),
  constraint item_pieces_number_range check (number between 1 and 9999),
  constraint item_pieces_note_length check (char_length(note) between 1 and 200)
);

-- Labels lead to an item by its code, whatever its kind.
create index items_code_idx on public.items (code);

alter table public.item_pieces enable row level security;

create policy "item_pieces: staff read" on public.item_pieces
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "item_pieces: service_role does all" on public.item_pieces
  for all to service_role using (true) with check (true);

grant select on public.item_pieces to authenticated;
grant select, insert, update, delete on public.item_pieces to service_role;

/* An item's pieces by number: [{"id", "number", "code", "note", "retired", "created_at"}]. */
create function private.pieces_value(item_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'number', piece.number, 'code', piece.code,
    'note', piece.note, 'retired', piece.retired_at is not null, 'created_at', piece.created_at)
    order by piece.number), '[]')
  from public.item_pieces as piece where piece.item_id = pieces_value.item_id
$$;

/*
 * Refuses `more` pieces in use beyond the item's quantity: PT422, details {"field"}. An item that is not counted
 * (quantity 0) may have any number of them. The caller has locked the item.
 */
create function private.check_piece_count(item public.items, more integer, field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  active integer;
begin
  select count(*) into active from public.item_pieces as piece
  where piece.item_id = item.id and piece.retired_at is null;
  if item.quantity > 0 and active + more > item.quantity then
    perform private.refuse(field, format('%s in stock, %s numbered already.', item.quantity, active));
  end if;
end
$$;

/*
 * Gives `count` more pieces of an item the next numbers, and returns {"pieces": all of the item's pieces}. Pieces in
 * use are never more than the item's quantity, unless that is 0 (not counted). A repeat with the same key returns
 * the first answer.
 *
 * Raises PT404 for an unknown item, PT422 with details {"field": "count" | "key"}, PT409 idempotency_key_reused,
 * PT409 with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.number_pieces(type text, id uuid, count integer, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  item public.items;
  last integer;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('number_pieces', key, jsonb_build_array(type, id, count));
  if answer is not null then
    return answer;
  end if;
  if count is null or count not between 1 and 1000 then
    perform private.refuse('count', 'Enter whole pieces from 1 to 1,000');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  -- why again: the quantity may have changed while this waited for the lock.
  item := private.present_item(type, id);
  perform private.check_piece_count(item, count, 'count');
  select coalesce(max(piece.number), 0) into last from public.item_pieces as piece where piece.item_id = item.id;
  if last + count > 9999 then
    perform private.refuse('count', 'An item can have at most 9,999 numbers');
  end if;
  insert into public.item_pieces (item_id, number, code)
  select item.id, next.number, item.code || '-' || lpad(next.number::text, greatest(2, length(next.number::text)), '0')
  from generate_series(last + 1, last + count) as next (number);
  answer := jsonb_build_object('pieces', private.pieces_value(item.id));
  perform private.bind_idempotency_key('number_pieces', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * Sets the note of a piece (null or blank: none) and whether it is retired, and returns {"pieces": all of the item's
 * pieces}. Idempotent.
 *
 * Raises PT404 for an unknown piece, PT422 with details {"field": "note"}, or {"field": "retired"} for a piece that
 * would be one more in use than the item's quantity, PT409 with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.edit_piece(id uuid, note text, retired boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  text_of_note constant text := nullif(private.trimmed(note), '');
  known public.item_pieces;
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if char_length(text_of_note) > 200 then
    perform private.refuse('note', 'The note must be at most 200 characters');
  elsif retired is null then
    perform private.refuse('retired', 'Enter whether the piece is retired');
  end if;
  select * into known from public.item_pieces as piece where piece.id = edit_piece.id;
  if not found then
    raise exception 'There is no such piece.' using errcode = 'PT404';
  end if;
  perform private.lock_items(array[known.item_id]);
  select * into known from public.item_pieces as piece where piece.id = edit_piece.id for update;
  if not retired and known.retired_at is not null then
    select * into item from public.items as found_item where found_item.id = known.item_id;
    if item.removed_at is not null then
      perform private.refuse('retired', 'The item was deleted, so its pieces stay retired.');
    end if;
    perform private.check_piece_count(item, 1, 'retired');
  end if;
  update public.item_pieces as piece
  set note = text_of_note, retired_at = case when retired then coalesce(piece.retired_at, now()) end
  where piece.id = known.id;
  return jsonb_build_object('pieces', private.pieces_value(known.item_id));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * An item's numbered pieces, retired ones too: {"quantity", "code", "place", "archived", "pieces": [{"id", "number",
 * "code", "note", "retired", "created_at"}]}. Raises PT404 for an unknown item, 42501 for anyone but staff.
 */
create function public.pieces(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  item := private.present_item(type, id);
  return jsonb_build_object('quantity', item.quantity, 'code', item.code, 'place', item.place,
    'archived', item.archived_at is not null, 'pieces', private.pieces_value(item.id));
end
$$;

/*
 * The labels of items with these codes, in the order of the codes: of each item itself and its pieces in use,
 * [{"item", "type", "name", "code", "place", "pieces": [{"id", "code"}]}]. A piece's code leads to its item. Unknown
 * codes and deleted items are left out. At most 500 codes. Raises PT422 with details {"field": "codes"} for more,
 * 42501 for anyone but staff.
 */
create function public.labels(codes text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if cardinality(codes) > 500 then
    perform private.refuse('codes', 'Print at most 500 items at once');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('item', item.id, 'type', item.kind, 'name', item.name,
        'code', item.code, 'place', item.place, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code) order by piece.number), '[]')
          from public.item_pieces as piece where piece.item_id = item.id and piece.retired_at is null
        )) order by wanted.place), '[]')
    from (
      select found.item_id, min(given.place) as place
      from unnest(codes) with ordinality as given (code, place)
        cross join lateral (
          select known.id as item_id from public.items as known where known.code = upper(private.trimmed(given.code))
          union all
          select piece.item_id from public.item_pieces as piece where piece.code = upper(private.trimmed(given.code))
        ) as found
      group by found.item_id
    ) as wanted join public.items as item on item.id = wanted.item_id
    where item.removed_at is null
  );
end
$$;

grant execute on function public.number_pieces(text, uuid, integer, uuid), public.edit_piece(uuid, text, boolean),
  public.pieces(text, uuid), public.labels(text[])
  to authenticated;
