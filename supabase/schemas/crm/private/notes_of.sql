/* Notes as records show them, newest first, with the number of the enquiry or order that each is about. */
create function private.notes_of(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
      'author_name', person.display_name, 'editor_name', editor.display_name,
      'number', coalesce(enquiry.enquiry_number, made.order_number))
    order by listed.created_at desc, listed.id), '[]')
  from public.customer_notes as listed
    left join public.user_profiles as person on person.id = listed.author
    left join public.user_profiles as editor on editor.id = listed.edited_by
    left join public.enquiry_orders as enquiry on enquiry.id = listed.enquiry_order_id
    left join public.orders as made on made.id = listed.order_id
  where listed.id = any (ids)
$$;
