-- Changes that queue e-mails: messages of the contact form, answers to quotes, payments.

/*
 * Saves a message with its customer, and returns {"status": "received", "received_at": moment}. Queues an e-mail to the
 * studio.
 *
 * Raises PT422 with a form's message and details {"field": …}; PT409 idempotency_key_reused;
 * PT429 with details {"retry_after": seconds} over a limit. Any other failure has the step as
 * its hint: customer_lookup, customer_create or contact_save (docs/product/enquiry.md).
 * why plan_cache_mode: as in submit_enquiry.
 */
create or replace function public.submit_contact_enquiry(
  idempotency_key uuid default null, first_name text default null, last_name text default null,
  mobile text default null, email text default null, message text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_contact_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_contact_enquiry.last_name);
  given_mobile constant text := private.trimmed(submit_contact_enquiry.mobile);
  given_email constant text := private.trimmed(submit_contact_enquiry.email);
  given_message text;
  customer uuid;
  message_id uuid;
  received_at timestamptz;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_contact_enquiry.message));
  if answer is not null then
    return answer;
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    insert into public.contact_enquiries (
      customer_id, message, contact_first_name, contact_last_name, contact_email
    ) values (
      customer, given_message, given_first_name, given_last_name, given_email
    ) returning id, created_at into message_id, received_at;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  perform private.queue_messages('message_new', customer, params => jsonb_build_object('contact', message_id));
  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer);
  return answer;
end
$$;

/*
 * Saves a customer's answer to the quote of a link, and returns what the link shows then (public.linked_document).
 * answer: 'accepted' with a name; 'declined' with an optional note; 'change' with a note or changes, [{"position",
 * "text"}]. hash: of the revision that the customer read.
 *
 * An acceptance is final and only possible while the quote is valid; repeating it returns the first. A declined quote
 * can still be accepted. A repeat with the same key, or of a decline, changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"} (and "index" for changes); PT409
 * with {"reason"}: 'revised' when the hash is of another revision, with that revision's content as "seen"; 'accepted',
 * 'expired', 'preview', 'busy'; PT429 with {"retry_after": seconds}.
 */
create or replace function public.answer_document(
  secret text, answer text default null, name text default null, note text default null, changes jsonb default null,
  hash text default null, key uuid default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  link private.links;
  quote public.documents;
  content jsonb;
  state text;
  last_answer text;
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
  if quote.kind <> 'quote' then
    perform private.refuse('answer', 'Only a quote can be answered.');
  end if;
  content := private.shown_content(quote);
  given.revision_hash := private.document_hash(content);
  if answer_document.hash is distinct from encode(given.revision_hash, 'hex') then
    select former.frozen into seen from public.documents as former
    where former.kind = 'quote' and former.number = quote.number and former.state <> 'draft'
      and encode(private.document_hash(former.frozen), 'hex') = answer_document.hash;
    raise exception 'This quote was changed after you opened it. Please read it again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'revised', 'seen', seen)::text;
  end if;

  state := private.document_state(quote);
  last_answer := private.answer_of_document(quote.id) ->> 'answer';
  given.document_id := quote.id;
  given.answer := answer_document.answer;
  if given.answer is null or given.answer not in ('accepted', 'declined', 'change') then
    perform private.refuse('answer', 'Accept or decline the quote, or ask for a change.');
  elsif state = 'accepted' and given.answer <> 'accepted' then
    perform private.refuse_answer('accepted', 'You have accepted this quote. Please call us about changes.');
  elsif state = 'expired' and given.answer = 'accepted' then
    perform private.refuse_answer('expired', 'This quote has expired. Please ask us for a new one.');
  end if;
  given.name := private.typed_text('name', regexp_replace(answer_document.name, '\s+', ' ', 'g'), 120, 'A name can have 120 characters.');
  given.note := private.typed_text('note', answer_document.note, 2000, 'A note can have 2000 characters.');
  given.changes := case when given.answer = 'change' then private.checked_wishes(answer_document.changes, content) else '[]' end;
  if given.answer = 'accepted' and given.name is null then
    perform private.refuse('name', 'Please type your name.');
  elsif given.answer = 'change' and given.note is null and given.changes = '[]' then
    perform private.refuse('note', 'Please say what you would like to change.');
  end if;

  if given.answer = 'change' or given.answer is distinct from last_answer then
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

/*
 * Saves that the customer of a link says they paid, and returns what the link shows then (public.linked_document).
 * Staff match it with the bank's list; it is no payment. amount: rupees; utr: the bank's reference, 6 to 40 letters and
 * digits. Repeating a reference of the same document changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"}; PT409 with {"reason"}: 'preview',
 * 'busy'; PT429 with {"retry_after": seconds}.
 */
create or replace function public.claim_payment(secret text, amount numeric default null, utr text default null, key uuid default null)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  reference constant text := upper(regexp_replace(coalesce(claim_payment.utr, ''), '[\s-]', '', 'g'));
  link private.links;
  paid public.documents;
  order_id uuid;
  claim_id uuid;
begin
  if claim_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(claim_payment.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can report a payment.');
  end if;
  if private.claim_idempotency_key('claim_payment:' || link.id, claim_payment.key,
    jsonb_build_array(claim_payment.amount, claim_payment.utr)) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;
  paid := private.shown_document(link);
  if paid.kind not in ('quote', 'invoice') then
    perform private.refuse('amount', 'This document is not for payment.');
  elsif claim_payment.amount is null or claim_payment.amount not between 0.01 and 9999999999.99
    or claim_payment.amount <> round(claim_payment.amount, 2) then
    perform private.refuse('amount', 'Enter the amount that you paid, in rupees.');
  elsif reference !~ '^[A-Z0-9]{6,40}$' then
    perform private.refuse('utr', 'Enter the reference of your payment (UTR): 6 to 40 letters and digits.');
  end if;
  -- why locked: of two reports with the same reference the second one sees the first.
  paid := private.document_to_answer(link, null);
  if not exists (
    select from public.payment_claims as known where known.document_id = paid.id and known.utr = reference
  ) then
    perform private.use_limits('answers', null);
    order_id := (private.order_of_document(paid)).id;
    insert into public.payment_claims (document_id, order_id, amount, utr)
    values (paid.id, order_id, claim_payment.amount, reference)
    returning id into claim_id;
    perform private.queue_messages('payment_claimed', paid.customer_id, paid.enquiry_order_id, order_id, paid.id,
      jsonb_build_object('claim', claim_id));
  end if;
  perform private.bind_idempotency_key('claim_payment:' || link.id, claim_payment.key, 'true');
  return private.linked_content(link, paid);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

/*
 * Writes an entry of a locked order with all that follows from it: reference, voucher, payment field, and an
 * e-mail to the customer about money that was received in the last seven days. Returns {"payment",
 * "voucher": its id or null, "warning": a sentence or null}.
 */
create or replace function private.write_payment(made public.orders, given public.payments, voucher boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  entry public.payments := given;
  warning text;
begin
  if coalesce(voucher, false) and not (entry.account = 'rental' and entry.kind in ('received', 'refunded')) then
    perform private.refuse('voucher', 'Vouchers are issued for money of the rent only.');
  end if;
  warning := private.check_payment(entry);
  entry.id := gen_random_uuid();
  entry.created_at := clock_timestamp();
  entry.document_id := case when voucher then gen_random_uuid() end;
  insert into public.payments select entry.*;
  perform private.use_reference(entry);
  if entry.account = 'rental' or entry.kind = 'deposit_applied' then
    perform private.set_payment_status(made.id);
  end if;
  -- why last: it takes the lock of its series, for which all other vouchers wait.
  if voucher then
    perform private.issue_voucher(made, entry);
  end if;
  -- why seven days: older entries are books that are being caught up on, which customers need not hear of.
  if entry.kind = 'received' and entry.day > private.today() - 7 then
    perform private.queue_messages('payment_received', made.customer_id, made.enquiry_order_id, made.id,
      entry.document_id, jsonb_build_object('payment', entry.id));
  end if;
  return jsonb_build_object('payment', entry.id, 'voucher', entry.document_id, 'warning', warning);
end
$$;
