/*
 * The owner of an enquiry or order and the notes about it, for its record: {"owner": {"id", "name"} or null,
 * "notes": the newest 100, [{"id", "note", "author", "author_name", "created_at", "edited_at", "edited_by",
 * "editor_name", "number"}]}. An order also has the notes of its enquiry. rental: its row, as jsonb.
 */
create function private.owner_and_notes(rental jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'owner', (
      select jsonb_build_object('id', person.id, 'name', person.display_name)
      from public.user_profiles as person where person.id = (rental ->> 'assigned_to')::uuid
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note
      where note.order_id = (rental ->> 'id')::uuid
        or note.enquiry_order_id in ((rental ->> 'id')::uuid, (rental ->> 'enquiry_order_id')::uuid)
      order by note.created_at desc, note.id limit 100)))
$$;
