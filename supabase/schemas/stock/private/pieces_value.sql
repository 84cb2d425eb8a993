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
