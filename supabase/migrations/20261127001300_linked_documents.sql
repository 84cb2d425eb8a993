-- What a customer with a link reads and answers.

/*
 * Money of a linked quote or invoice: {"paid": {"received", "due"} of its order, or null; "pay": how to pay what is due, or
 * null}. A quote is paid once it is accepted, before its order is made too; the amount is its total then. Where to pay
 * is read from the settings, not from the document, as an account may have changed since.
 */
create function private.document_money(document public.documents, state text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  order_id constant uuid := (private.order_of_document(document)).id;
  sums record;
  amount numeric := document.total;
  paid jsonb;
  pay jsonb;
  studio jsonb;
begin
  if order_id is not null and document.kind in ('quote', 'invoice') then
    sums := private.ledger_sums(order_id);
    paid := jsonb_build_object('received', sums.received, 'due', sums.due);
    amount := sums.due;
  end if;
  if (document.kind = 'invoice' or state = 'accepted') and amount > 0 then
    studio := private.studio_content();
    if studio -> 'upi' <> 'null' or studio -> 'bank' <> 'null' then
      pay := jsonb_build_object('upi', studio -> 'upi', 'bank', studio -> 'bank', 'amount', amount,
        'reference', regexp_replace(document.number, '[^A-Za-z0-9]', '', 'g'));
    end if;
  end if;
  return jsonb_build_object('paid', paid, 'pay', pay);
end
$$;

/*
 * What a link shows: {"document": its content, "hash": hex, "state", "answer": {"answer", "name", "note", "changes",
 * "at"} or null, "newer": the link was made for an earlier revision, "preview", "order": number or null, "paid":
 * {"received", "due"} or null, "pay": {"upi", "bank", "reference", "amount"} or null, "policy_url"}. States:
 * private.document_state.
 */
create function private.linked_content(link private.links, document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  content constant jsonb := private.shown_content(document);
  state constant text := private.document_state(document);
begin
  return jsonb_build_object('document', content, 'hash', encode(private.document_hash(content), 'hex'), 'state', state, 'answer', private.answer_of_document(document.id),
    'newer', document.id <> link.document_id, 'preview', link.kind = 'document_preview',
    'order', (private.order_of_document(document)).order_number, 'policy_url', '/studio-policy')
    || private.document_money(document, state);
end
$$;

/*
 * The document of a link (private.linked_content); null for an unknown, expired or revoked secret. Reading changes
 * nothing but the day on which the link was opened last.
 * Raises PT429 with {"retry_after": seconds} after too many failed attempts from one address.
 */
create function public.linked_document(secret text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  link constant private.links := private.open_document_link(linked_document.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_content(link, private.shown_document(link));
end
$$;
grant execute on function public.linked_document(text) to anon, authenticated, service_role;

/* A text that a customer typed, or null if it is empty; PT422 for the field if it has more than `most` characters. */
create function private.typed_text(field text, value text, most integer, message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  typed constant text := private.plain_text(value);
begin
  if char_length(typed) > most then
    perform private.refuse(field, message);
  end if;
  return typed;
end
$$;

/*
 * The wishes for lines of a document, as {"position", "text"} each, in the order of the lines; empty texts are left out.
 * Raises PT422 with {"field": "changes", "index"}.
 */
create function private.checked_wishes(changes jsonb, content jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wish jsonb;
  place integer;
  typed text;
  wishes jsonb := '{}';
  line integer;
begin
  if changes is null or changes = 'null' then
    return '[]';
  elsif jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > 1000 then
    perform private.refuse('changes', 'The changes cannot be read. Please load the page again.');
  end if;
  for wish, place in select value, ordinality from jsonb_array_elements(changes) with ordinality loop
    typed := private.plain_text(wish ->> 'text');
    line := private.whole_number(wish -> 'position', 0, 32767);
    if jsonb_typeof(wish) <> 'object' or char_length(typed) > 500 or line is null or not exists (
      select from jsonb_array_elements(content -> 'lines') as shown where (shown ->> 'position')::integer = line
    ) then
      raise exception using errcode = 'PT422',
        message = case when char_length(typed) > 500 then 'A change can have 500 characters.' else 'This line is not part of the quote.' end,
        detail = jsonb_build_object('field', 'changes', 'index', place - 1)::text;
    elsif typed is not null then
      wishes := wishes || jsonb_build_object(line, typed);
    end if;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', listed.key::integer, 'text', listed.value)
      order by listed.key::integer), '[]')
    from jsonb_each(wishes) as listed);
end
$$;

/* Refuses an answer: PT409 with {"reason"}. */
create function private.refuse_answer(reason text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = message, detail = jsonb_build_object('reason', reason)::text;
end
$$;

/*
 * Makes the order of an accepted quote of an enquiry, if the setting documents.accept_makes_order is on and everything
 * is free. Otherwise nothing happens: the acceptance stays, and staff make the order.
 */
create function private.order_when_accepted(quote public.documents) returns void
language plpgsql
set search_path = ''
as $$
begin
  if quote.enquiry_order_id is null or quote.order_id is not null
    or not private.setting_or_default('documents.accept_makes_order')::boolean then
    return;
  end if;
  perform private.make_quoted_order(quote);
exception
  -- Not free, closed, archived or busy; or a line that no order can have.
  when sqlstate 'PT409' or sqlstate 'PT422' or check_violation or lock_not_available or deadlock_detected then
    null;
end
$$;

/*
 * The document that a link shows, locked for an answer; without a lock when it is accepted already and accepted again.
 * Raises PT409 {"reason": "busy"} after two seconds.
 * why it looks again every 200 ms: those who wait behind an acceptance return it, and need not wait for each other. It
 * also finds a revision that was issued meanwhile.
 */
create function private.document_to_answer(link private.links, answer text) returns public.documents
language plpgsql
set search_path = ''
set lock_timeout = '200ms'
as $$
declare
  give_up_at constant timestamptz := clock_timestamp() + interval '2 s';
  quote public.documents;
begin
  loop
    quote := private.shown_document(link);
    exit when answer = 'accepted' and private.document_state(quote) = 'accepted';
    begin
      perform from public.documents as locked where locked.id = quote.id for no key update;
      exit when quote.id = (private.shown_document(link)).id;
    exception when lock_not_available then
      if clock_timestamp() > give_up_at then
        perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
      end if;
    end;
  end loop;
  return quote;
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
create function public.answer_document(
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
    values (given.document_id, given.revision_hash, given.answer, given.name, given.note, given.changes, given.address);
    perform private.record_document_event(quote,
      case given.answer when 'change' then 'quote_change' else 'quote_' || given.answer end);
    if given.answer = 'accepted' then
      perform private.order_when_accepted(quote);
    end if;
  end if;
  -- why without the answer: keys are stored for a day, where erasing a customer must find nothing.
  perform private.bind_idempotency_key('answer_document:' || link.id, answer_document.key, 'true');
  return private.linked_content(link, quote);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;
grant execute on function public.answer_document(text, text, text, text, jsonb, text, uuid) to anon, authenticated, service_role;

/* The visitor's network address as evidence of an answer, or null. */
create function private.request_inet() returns inet
language plpgsql stable
set search_path = ''
as $$
begin
  return private.request_address()::inet;
exception when invalid_text_representation then
  return null;
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
create function public.claim_payment(secret text, amount numeric default null, utr text default null, key uuid default null)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  reference constant text := upper(regexp_replace(coalesce(claim_payment.utr, ''), '[\s-]', '', 'g'));
  link private.links;
  paid public.documents;
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
    insert into public.payment_claims (document_id, order_id, amount, utr)
    values (paid.id, (private.order_of_document(paid)).id, claim_payment.amount, reference);
  end if;
  perform private.bind_idempotency_key('claim_payment:' || link.id, claim_payment.key, 'true');
  return private.linked_content(link, paid);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;
grant execute on function public.claim_payment(text, numeric, text, uuid) to anon, authenticated, service_role;
