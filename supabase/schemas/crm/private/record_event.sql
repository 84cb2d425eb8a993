/*
 * Records an event of an enquiry or order that no single change of a row tells; line_id: the line of an
 * order that it is about.
 * why apart from the triggers: a trigger cannot know why a hold ended.
 */
create function private.record_event(
  customer_id uuid,
  subject text,
  subject_id uuid,
  what text,
  from_value text,
  to_value text,
  line_id uuid default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.crm_events
    (customer_id, subject, subject_id, actor, user_id, what, from_value, to_value, line_id)
  select record_event.customer_id, record_event.subject, record_event.subject_id, at_work.actor,
    at_work.user_id, record_event.what, record_event.from_value, record_event.to_value, record_event.line_id
  from private.current_actor() as at_work
$$;
