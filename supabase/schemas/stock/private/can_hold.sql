/* Whether all lines of an enquiry could be held now. */
create function private.can_hold(enquiry_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.all_fit(jsonb_agg(line || jsonb_build_object('availability', verdict.availability)))
  from (
    select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as lines
    from public.enquiry_items as listed where listed.enquiry_order_id = can_hold.enquiry_id
  ) as enquiry
    cross join jsonb_array_elements(enquiry.lines) as line
    left join private.lines_availability(enquiry.lines, can_hold.enquiry_id) as verdict
      on verdict.line_id = (line ->> 'id')::uuid
$$;
