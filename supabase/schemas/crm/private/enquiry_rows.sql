/*
 * The lines of an enquiry by id, as private.apply_changes takes those of an order: {id: its row, with "hired" and "taken"}.
 */
create function private.enquiry_rows(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) - 'enquiry_order_id' || '{"hired": [], "taken": []}'), '{}')
  from public.enquiry_items as line where line.enquiry_order_id = enquiry_rows.enquiry_id
$$;
