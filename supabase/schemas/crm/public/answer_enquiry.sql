/*
 * Saves what a customer answers to their enquiry, and returns what the page shows then (public.linked_enquiry).
 * answer: 'change' with a note, other days or both, as often as they like; 'withdraw' with an optional note, which closes
 * the enquiry and ends its hold. Repeating a key, or withdrawing again, changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"}; PT409 with {"reason"}: 'ordered'
 * when there is an order, 'accepted' when the quote was accepted, 'withdrawn', 'closed', 'busy'; PT429 with
 * {"retry_after": seconds}.
 */
create function public.answer_enquiry(
  secret text,
  answer text default null,
  note text default null,
  rental_from date default null,
  rental_to date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  link private.enquiry_links;
  enquiry public.enquiry_orders;
  shown jsonb;
  state text;
  given public.enquiry_answers;
begin
  if answer_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_enquiry_link(answer_enquiry.secret);
  if link.id is null then
    return null;
  end if;
  if private.claim_idempotency_key('answer_enquiry:' || link.id, answer_enquiry.key,
    jsonb_build_array(answer_enquiry.answer, answer_enquiry.note, answer_enquiry.rental_from, answer_enquiry.rental_to)) is not null then
    return private.linked_enquiry_content(link);
  end if;
  if answer_enquiry.answer is null or answer_enquiry.answer not in ('change', 'withdraw') then
    perform private.refuse('answer', 'Ask for a change, or withdraw the enquiry.');
  end if;
  given.note := private.typed_text('note', answer_enquiry.note, 2000, 'A note can have 2000 characters.');
  if answer_enquiry.answer = 'change' and num_nonnulls(answer_enquiry.rental_from, answer_enquiry.rental_to) > 0 then
    perform private.check_rental(answer_enquiry.rental_from, answer_enquiry.rental_to);
    given.rental_from := answer_enquiry.rental_from;
    given.rental_to := answer_enquiry.rental_to;
  elsif answer_enquiry.answer = 'change' and given.note is null then
    perform private.refuse('note', 'Please say what you would like to change.');
  end if;

  enquiry := private.enquiry_to_answer(link);
  if enquiry.id is null then
    return null;
  end if;
  shown := private.linked_enquiry_content(link);
  state := shown ->> 'state';
  if state in ('ordered', 'cancelled') then
    perform private.refuse_answer('ordered', format('Your enquiry has become order %s. Please call us about changes.',
      shown -> 'order' ->> 'number'));
  elsif shown -> 'quote' ->> 'state' = 'accepted' then
    perform private.refuse_answer('accepted', 'You have accepted our quote. Please call us about changes.');
  elsif state = 'withdrawn' and answer_enquiry.answer = 'change' then
    perform private.refuse_answer('withdrawn', 'You have withdrawn this enquiry. Please send a new one, or call us.');
  elsif state = 'closed' then
    perform private.refuse_answer('closed', 'This enquiry is closed. Please send a new one, or call us.');
  end if;

  if state <> 'withdrawn' then
    perform private.use_limits('answers', null);
    insert into public.enquiry_answers (enquiry_order_id, answer, note, rental_from, rental_to, address)
    values (enquiry.id, answer_enquiry.answer, given.note, given.rental_from, given.rental_to, private.request_inet())
    returning * into given;
    if given.answer = 'change' then
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'change_asked', null, null);
      update public.enquiry_orders as asked set change_asked_at = coalesce(asked.change_asked_at, given.created_at)
      where asked.id = enquiry.id;
    else
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'withdrawn', null, null);
      update public.enquiry_orders as closed set status = 'closed' where closed.id = enquiry.id;
    end if;
    perform private.queue_messages('enquiry_answered', enquiry.customer_id, enquiry.id, null, null,
      jsonb_build_object('answer', given.id));
  end if;
  -- why without the answer: keys are stored for a day, where erasing a customer must find nothing.
  perform private.bind_idempotency_key('answer_enquiry:' || link.id, answer_enquiry.key, 'true');
  return private.linked_enquiry_content(link);
exception when lock_not_available or deadlock_detected then
  perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
end
$$;

grant execute
  on function public.answer_enquiry(text,text,text,date,date,uuid) to anon, authenticated, service_role;
