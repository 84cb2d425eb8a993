-- The content of e-mails. src/domain/messages/outgoing-message.ts describes the parts.

/*
 * A typed first name as e-mails to customers greet with it; null where it could be an address or a number, or is longer
 * than 40 characters. why: anybody can type a text into the form that another person's e-mail would show.
 */
create function private.greeting_name(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when char_length(name) <= 40 and name !~ '[.．。｡/／:：@＠]' and name !~ '[[:digit:]０-９०-९٠-٩۰-۹]'
    and name !~ '[[:cntrl:]]' and private.trimmed(name) <> '' then private.trimmed(name) end
$$;

/*
 * Why an e-mail cannot go to an address: 'no_address' for none, or one that mail servers would read as something else
 * (quotes, comments, lists); 'reserved_domain' for those that RFC 2606 keeps for examples. Null when it can.
 */
create function private.address_problem(address text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when address !~ '^[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+@[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+$' or address is null
      then 'no_address'
    when lower(address) ~ '[@.](example\.com|example\.net|example\.org|example|invalid)$' then 'reserved_domain' end
$$;

/*
 * Salted hash of the mailbox behind an address: without capitals, without what follows "+", without the dots that Gmail
 * ignores, and with a domain as the name service reads it.
 */
create function private.mailbox_hash(address text) returns bytea
language plpgsql stable
set search_path = ''
as $$
declare
  plain constant text := lower(normalize(mailbox_hash.address, NFKC));
  mailbox text := regexp_replace(split_part(plain, '@', 1), '\+.*$', '');
  -- why only ASCII: name servers drop or replace many other characters. Different domains that become one share a limit.
  host text := regexp_replace(replace(split_part(plain, '@', 2), '。', '.'), '[^!-~]', '', 'g');
begin
  if host in ('gmail.com', 'googlemail.com') then
    host := 'gmail.com';
    mailbox := replace(mailbox, '.', '');
  end if;
  return (select sha256(salted.salt || convert_to('mailbox ' || mailbox || '@' || host, 'UTF8'))
    from private.limit_salt as salted);
end
$$;

/* The first 20 lines of an enquiry or an order, and how many more there are: {"lines": [{"name", "quantity"}], "more"}. */
create function private.message_lines(enquiry uuid, "order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', greatest(count(*) - 20, 0), 'lines', coalesce(
    jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
      filter (where listed.place <= 20), '[]'))
  from (
    select line.name, line.quantity, row_number() over (order by line.position, line.id) as place
    from (
      select asked.id, asked.position, asked.quantity, item.name
      from public.enquiry_items as asked join public.items as item on item.id = asked.item_id
      where message_lines."order" is null and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name)
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where rented.order_id = message_lines."order"
    ) as line
  ) as listed
$$;

/* An order, or else an enquiry, as an e-mail tells it; null for neither. */
create function private.message_rental(enquiry public.enquiry_orders, made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(made.id, enquiry.id) is not null then
    jsonb_build_object('number', coalesce(made.order_number, enquiry.enquiry_number),
      'status', coalesce(made.status, enquiry.status),
      'rental_from', case when made.id is null then enquiry.rental_from else made.rental_from end,
      'rental_to', case when made.id is null then enquiry.rental_to else made.rental_to end,
      'rental_days', coalesce(made.rental_days, enquiry.rental_days),
      'total', coalesce(made.total_price, enquiry.total_price),
      'held_until', case when made.id is null then private.iso_time(enquiry.held_until) end)
    || private.message_lines(enquiry.id, made.id) end
$$;

/*
 * The pieces of an order that should be back, {"days": since the first of them was due, "lines": [{"name", "quantity"}]};
 * null when none is out too long.
 */
create function private.overdue_pieces("order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(private.today() - line.rental_to),
    'lines', jsonb_agg(jsonb_build_object('name', item.name, 'quantity', state.out_now) order by line.position, line.id))
  from private.pieces_out(overdue_pieces."order") as state
    join public.order_items as line on line.id = state.line_id
    join public.items as item on item.id = line.item_id
  where state.out_now > 0 and line.rental_to < private.today()
  having count(*) > 0
$$;

/*
 * The document that an e-mail shows: of a quote its newest issued revision, of money that was received its voucher or
 * the newest invoice of the order. A row of nulls for none.
 */
create function private.message_document(message private.outbox, made public.orders) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known
  where known.id = message.document_id and known.state <> 'draft';
  if shown.state = 'superseded' then
    select * into shown from public.documents as revised
    where revised.kind = 'quote' and revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  elsif shown.id is null and message.template = 'payment_received' then
    select * into shown from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
    order by invoice.issued_at desc, invoice.id limit 1;
  end if;
  return shown;
end
$$;

/*
 * A customer's words or answer, or a payment: the parts "payment", "answer" and "words" of an e-mail, each where
 * it belongs to the template. {"skip": reason} when it is gone or settled. made: the order, or a row of nulls.
 */
create function private.message_event(message private.outbox, enquiry public.enquiry_orders, made public.orders)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  due constant numeric := case when made.id is not null then (private.ledger_sums(made.id)).due end;
  told jsonb;
begin
  case message.template
  when 'enquiry_new' then
    return jsonb_build_object('words', enquiry.message);
  when 'message_new' then
    select jsonb_build_object('words', coalesce(written.message, '')) into told
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  when 'enquiry_answered' then
    select jsonb_build_object('words', given.note, 'answer', jsonb_build_object('name', null,
      'answer', case given.answer when 'withdraw' then 'withdrawn' else given.answer end)) into told
    from public.enquiry_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'quote_answered' then
    select jsonb_build_object('answer', jsonb_build_object('answer', given.answer, 'name', given.name),
      'words', nullif(concat_ws(E'\n', given.note, (
        select string_agg(format('%s: %s', coalesce(line.text, wish ->> 'position'), wish ->> 'text'), E'\n'
          order by (wish ->> 'position')::integer)
        from jsonb_array_elements(given.changes) as wish
          left join public.document_lines as line
            on line.document_id = given.document_id and line.position = (wish ->> 'position')::smallint)), '')) into told
    from public.document_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'payment_claimed' then
    select case when claim.state <> 'open' then '{"skip": "expired"}' else jsonb_build_object('payment',
        jsonb_build_object('amount', claim.amount, 'method', null, 'reference', claim.utr,
          'day', (claim.created_at at time zone 'Asia/Kolkata')::date, 'due', due)) end into told
    from public.payment_claims as claim where claim.id = (message.params ->> 'claim')::uuid;
  when 'payment_received' then
    select case when exists (select from public.payments as reversal where reversal.reverses = entry.id)
        then '{"skip": "cancelled"}' else jsonb_build_object('payment',
          jsonb_build_object('amount', entry.amount, 'method', entry.method, 'reference', nullif(entry.reference, ''),
            'day', entry.day, 'due', due)) end into told
    from public.payments as entry where entry.id = (message.params ->> 'payment')::uuid;
  else
    return '{}';
  end case;
  return coalesce(told, '{"skip": "gone"}');
end
$$;

/* Why a reminder is not true any more: 'cancelled' for an order that was, else 'expired'. Null while it is true. */
create function private.reminder_problem(message private.outbox, enquiry public.enquiry_orders, made public.orders)
returns text
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if message.template = 'hold_ending' then
    return case when enquiry.status = any (private.open_statuses()) and enquiry.held_until > clock_timestamp()
      and enquiry.held_until <= clock_timestamp() + interval '6 hours' then null else 'expired' end;
  elsif message.template not in ('item_overdue', 'pickup_tomorrow', 'return_today', 'overdue') then
    return null;
  elsif made.status = 'cancelled' then
    return 'cancelled';
  elsif message.template = 'pickup_tomorrow' then
    return case when made.status = 'confirmed' and today + 1 = (
      select min(line.rental_from) from public.order_items as line where line.order_id = made.id and line.item_id is not null
    ) then null else 'expired' end;
  elsif message.template = 'return_today' then
    return case when exists (
      select from private.pieces_out(made.id) as state join public.order_items as line on line.id = state.line_id
      where state.out_now > 0 and line.rental_to = today) then null else 'expired' end;
  end if;
  return case when private.overdue_pieces(made.id) is null then 'expired' end;
end
$$;
