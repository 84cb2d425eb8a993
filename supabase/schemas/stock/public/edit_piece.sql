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
  piece public.item_pieces;
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if char_length(text_of_note) > 200 then
    perform private.refuse('note', 'The note must be at most 200 characters');
  elsif retired is null then
    perform private.refuse('retired', 'Enter whether the piece is retired');
  end if;
  select * into piece from public.item_pieces where item_pieces.id = edit_piece.id;
  if not found then
    raise exception 'There is no such piece.' using errcode = 'PT404';
  end if;
  perform private.lock_items(array[piece.item_id]);
  select * into piece from public.item_pieces where item_pieces.id = edit_piece.id for update;
  if not retired and piece.retired_at is not null then
    select * into item from public.items as found_item where found_item.id = piece.item_id;
    if item.removed_at is not null then
      perform private.refuse('retired', 'The item was deleted, so its pieces stay retired.');
    end if;
    perform private.check_piece_count(item, 1, 'retired');
  end if;
  update public.item_pieces
  set note = text_of_note, retired_at = case when retired then coalesce(item_pieces.retired_at, now()) end
  where item_pieces.id = piece.id;
  return jsonb_build_object('pieces', private.pieces_value(piece.item_id));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.edit_piece(uuid,text,boolean) to authenticated;
