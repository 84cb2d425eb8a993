/*
 * Saves a customer's answer to the quote of a link, and returns what the link shows then (public.linked_document).
 * answer: 'accepted' with a name; 'declined'; 'change' with a note or changes, [{"position", "text"}]. The first two may
 * have a note and changes too, which change nothing of the quote. hash: of the revision that the customer read.
 *
 * An acceptance is final and only possible while the quote is valid; repeating it returns the first. A declined quote
 * can still be accepted. A repeat with the same key, or of a decline with nothing new, changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"} (and "index" for changes); PT409
 * with {"reason"}: 'revised' when the hash is of another revision, with that revision's content as "seen"; 'accepted',
 * 'expired', 'changed', 'preview', 'busy'; PT429 with {"retry_after": seconds}.
 */
create function public.answer_document(
  secret text,
  answer text default null,
  name text default null,
  note text default null,
  changes jsonb default null,
  hash text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  link private.links;
  quote public.documents;
  content jsonb;
  state text;
  last_answer jsonb;
  seen jsonb;
  given public.document_answers;
begin
  if answer_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(answer_document.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can answer.');
  end if;
  if private.claim_idempotency_key('answer_document:' || link.id, answer_document.key, jsonb_build_array(
    answer_document.answer, answer_document.name, answer_document.note, answer_document.changes, answer_document.hash)
  ) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;

  quote := private.document_to_answer(link, answer_document.answer);
  if not (private.kind_of(quote)).is_offer then
    perform private.refuse('answer', 'Only a quote can be answered.');
  end if;
  content := private.shown_content(quote);
  given.revision_hash := private.document_hash(content);
  if answer_document.hash is distinct from encode(given.revision_hash, 'hex') then
    select former.frozen into seen from public.documents as former
    where former.number = quote.number and former.state <> 'draft'
      and encode(private.document_hash(former.frozen), 'hex') = answer_document.hash;
    raise exception 'This quote was changed after you opened it. Please read it again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'revised', 'seen', seen)::text;
  end if;

  state := private.document_state(quote);
  last_answer := private.answer_of_document(quote.id);
  given.document_id := quote.id;
  given.answer := answer_document.answer;
  if given.answer is null or given.answer not in ('accepted', 'declined', 'change') then
    perform private.refuse('answer', 'Accept or decline the quote, or ask for a change.');
  elsif state = 'accepted' and given.answer <> 'accepted' then
    perform private.refuse_answer('accepted', 'You have accepted this quote. Please call us about changes.');
  elsif state = 'expired' and given.answer = 'accepted' then
    perform private.refuse_answer('expired', 'This quote has expired. Please ask us for a new one.');
  elsif state = 'changed' and given.answer = 'accepted' then
    perform private.refuse_answer('changed', 'Your order has changed since this quote. Please ask us for a new one.');
  end if;
  given.name := private.typed_text('name', regexp_replace(answer_document.name, '\s+', ' ', 'g'), 120, 'A name can have 120 characters.');
  given.note := private.typed_text('note', answer_document.note, 2000, 'A note can have 2000 characters.');
  given.changes := private.checked_wishes(answer_document.changes, content);
  if given.answer = 'accepted' and given.name is null then
    perform private.refuse('name', 'Please type your name.');
  elsif given.answer = 'change' and given.note is null and given.changes = '[]' then
    perform private.refuse('note', 'Please say what you would like to change.');
  end if;

  if given.answer = 'change' or given.answer is distinct from last_answer ->> 'answer' or given.answer = 'declined'
    and ((given.note is not null and given.note is distinct from last_answer ->> 'note')
      or (given.changes <> '[]' and given.changes <> last_answer -> 'changes'))
  then
    perform private.use_limits('answers', null);
    given.address := private.request_inet();
    insert into public.document_answers (document_id, revision_hash, answer, name, note, changes, address)
    values (given.document_id, given.revision_hash, given.answer, given.name, given.note, given.changes, given.address)
    returning id into given.id;
    perform private.record_document_event(quote,
      case given.answer when 'change' then 'quote_change' else 'quote_' || given.answer end);
    if given.answer = 'accepted' then
      perform private.order_when_accepted(quote);
    end if;
    perform private.queue_messages('quote_answered', quote.customer_id, quote.enquiry_order_id,
      (private.order_of_document(quote)).id, quote.id, jsonb_build_object('answer', given.id));
  end if;
  -- why without the answer: keys are stored for a day, where erasing a customer must find nothing.
  perform private.bind_idempotency_key('answer_document:' || link.id, answer_document.key, 'true');
  return private.linked_content(link, quote);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

grant execute
  on function public.answer_document(text,text,text,text,jsonb,text,uuid)
  to anon, authenticated, service_role;
