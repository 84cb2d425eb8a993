-- The page of an enquiry that its customer opens by a link.

/*
 * The link to an enquiry with a secret, or a row of nulls for an unknown, expired or revoked secret, without a difference
 * between them. Such attempts are limited together with those of documents (private.open_document_link). Notes the day
 * on which it is opened.
 */
create function private.open_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  perform private.check_limit('attempts');
  opened := private.valid_enquiry_link(open_enquiry_link.secret);
  if opened.id is null then
    perform private.use_limits('attempts', null);
  end if;
  return opened;
end
$$;

/* The valid link to an enquiry with a secret, or a row of nulls. Notes the day on which it is opened. */
create function private.valid_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  select link.* into opened from private.enquiry_links as link
  where link.token = sha256(convert_to(left(valid_enquiry_link.secret, 100), 'UTF8'))
    and link.revoked_at is null and link.expires_at > clock_timestamp()
    -- why: a link that was made while the data was being erased.
    and exists (
      select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
      where enquiry.id = link.enquiry_order_id and customer.erased_at is null);
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.enquiry_links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;

/* The newest issued quote of an enquiry, or a row of nulls. */
create function private.quote_of_enquiry(enquiry uuid) returns public.documents
language sql stable
set search_path = ''
as $$
  select quote from public.documents as quote
  where quote.enquiry_order_id = quote_of_enquiry.enquiry and quote.kind = 'quote' and quote.state = 'issued'
  order by quote.issued_at desc, quote.id desc limit 1
$$;

/*
 * Whether a link to an enquiry may open its quote too, which has the customer's name and billing details: the secret went
 * to the customer's own address or number, or the customer was not known before this enquiry.
 * why: anyone can type the mobile number of a known customer into the form, and gets a link for it.
 */
create function private.opens_quote(link private.enquiry_links) returns boolean
language sql stable
set search_path = ''
as $$
  select link.is_personal or exists (
    select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
    where enquiry.id = link.enquiry_order_id and customer.created_at >= enquiry.created_at
      and enquiry.contact_email = customer.email)
$$;

/*
 * The link with a secret that opens a document, or a row of nulls for an unknown, expired or revoked secret, without a
 * difference between them. Such attempts are limited for each address; over the limit it raises PT429 for every secret.
 * A link to an enquiry opens the enquiry's newest quote, if it may (private.opens_quote).
 */
create or replace function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
  asked private.enquiry_links;
begin
  perform private.check_limit('attempts');
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is null then
    opened := private.open_link('document_preview', open_document_link.secret);
  end if;
  if opened.id is null then
    asked := private.valid_enquiry_link(open_document_link.secret);
    if asked.id is not null and private.opens_quote(asked) then
      opened.document_id := (private.quote_of_enquiry(asked.enquiry_order_id)).id;
      if opened.document_id is not null then
        opened.id := asked.id;
        opened.kind := 'document';
        opened.for_studio := false;
      end if;
    end if;
  end if;
  if opened.id is null then
    perform private.use_limits('attempts', null);
  end if;
  return opened;
end
$$;

/*
 * The last answer of a customer to their enquiry, {"answer", "note", "at"}, or null.
 */
create function private.answer_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'note', given.note, 'at', private.iso_time(given.created_at))
  from public.enquiry_answers as given where given.enquiry_order_id = answer_of_enquiry.enquiry
  order by given.created_at desc, given.id desc limit 1
$$;

/*
 * The content of an enquiry's page, without any name, number or address of a person: {"number", "state", "status",
 * "created_at", "rental_from", "rental_to", "rental_days", "total" (rupees for all days, without GST), "held_until" (null
 * without a hold), "items": [{"name", "image", "quantity", "price" (a day for one)}], "answer": the customer's last, or
 * null, "change_waits": it is a change that the studio has not answered, "quote": {"number", "total", "valid_until",
 * "state" (private.document_state), "opens": the link opens it too} or null, "order": {"number", "status", "rental_from",
 * "rental_to"} or null}.
 * States: 'open', 'quoted' (a quote was issued), 'ordered', 'cancelled' (its order was), 'withdrawn' by the customer, and
 * 'closed' by the studio.
 */
create function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  select * into made from public.orders as known where known.enquiry_order_id = enquiry.id;
  quote := private.quote_of_enquiry(enquiry.id);
  answer := private.answer_of_enquiry(enquiry.id);
  return jsonb_build_object('number', enquiry.enquiry_number, 'status', enquiry.status,
    'state', case
      when made.status = 'cancelled' then 'cancelled'
      when made.id is not null then 'ordered'
      when enquiry.status = any (private.open_statuses()) then case when quote.id is null then 'open' else 'quoted' end
      when answer ->> 'answer' = 'withdraw' then 'withdrawn'
      else 'closed' end,
    'created_at', private.iso_time(enquiry.created_at), 'rental_from', enquiry.rental_from,
    'rental_to', enquiry.rental_to, 'rental_days', enquiry.rental_days, 'total', enquiry.total_price,
    'held_until', case when enquiry.held_until > clock_timestamp() then private.iso_time(enquiry.held_until) end,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('name', item.name, 'image', shown.image, 'quantity', line.quantity,
        'price', line.price) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;

/*
 * The page of an enquiry (private.linked_enquiry_content); null for an unknown, expired or revoked secret. Reading
 * changes nothing but the day on which the link was opened last.
 * Raises PT429 with {"retry_after": seconds} after too many failed attempts from one address.
 */
create function public.linked_enquiry(secret text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  link constant private.enquiry_links := private.open_enquiry_link(linked_enquiry.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_enquiry_content(link);
end
$$;
grant execute on function public.linked_enquiry(text) to anon, authenticated, service_role;

/*
 * The enquiry of a link, locked for an answer together with its customer; a row of nulls when the data was erased.
 * why the customer first: so does everything that merges or erases customers.
 */
create function private.enquiry_to_answer(link private.enquiry_links) returns public.enquiry_orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  customer uuid;
begin
  select known.customer_id into customer from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  perform from public.customers as person where person.id = customer and person.erased_at is null for share;
  if not found then
    return null;
  end if;
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id for update;
  if enquiry.customer_id is distinct from customer then
    perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
  end if;
  return enquiry;
end
$$;

/*
 * Saves what a customer answers to their enquiry, and returns what the page shows then (public.linked_enquiry).
 * answer: 'change' with a note, as often as they like; 'withdraw' with an optional note, which closes the enquiry and
 * ends its hold. Repeating a key, or withdrawing again, changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"}; PT409 with {"reason"}: 'ordered'
 * when there is an order, 'accepted' when the quote was accepted, 'withdrawn', 'closed', 'busy'; PT429 with
 * {"retry_after": seconds}.
 */
create function public.answer_enquiry(
  secret text, answer text default null, note text default null, key uuid default null
) returns jsonb
language plpgsql volatile security definer
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
    jsonb_build_array(answer_enquiry.answer, answer_enquiry.note)) is not null then
    return private.linked_enquiry_content(link);
  end if;
  if answer_enquiry.answer is null or answer_enquiry.answer not in ('change', 'withdraw') then
    perform private.refuse('answer', 'Ask for a change, or withdraw the enquiry.');
  end if;
  given.note := private.typed_text('note', answer_enquiry.note, 2000, 'A note can have 2000 characters.');
  if answer_enquiry.answer = 'change' and given.note is null then
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
    insert into public.enquiry_answers (enquiry_order_id, answer, note, address)
    values (enquiry.id, answer_enquiry.answer, given.note, private.request_inet()) returning * into given;
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
grant execute on function public.answer_enquiry(text, text, text, uuid) to anon, authenticated, service_role;
