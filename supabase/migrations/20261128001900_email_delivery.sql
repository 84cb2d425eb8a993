-- An e-mail as it is sent: made when a worker claims its message.

/*
 * Whether the mailbox behind an address has got its share of the e-mails that a form causes: one an hour, three a day. A
 * message that was tried and may still arrive counts too. Notes the mailbox in the message's row.
 * why one lock: claims of two workers would not see each other; a claim ends within milliseconds.
 */
create function private.over_mail_limit(message private.outbox, address text) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  mailbox constant bytea := private.mailbox_hash(over_mail_limit.address);
  moment timestamptz;
  is_over boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox limits', 20261128));
  moment := clock_timestamp();
  select count(*) filter (where other.state in ('waiting', 'sending') or other.ended_at > moment - interval '1 hour') > 0
    or count(*) filter (where other.ended_at > moment - interval '24 hours') >= 3
  into is_over
  from (
    select tried.state, coalesce(tried.sent_at, tried.first_attempt_at) as ended_at from private.outbox as tried
    where tried.recipient = mailbox and tried.state <> 'skipped' and tried.id <> message.id and tried.attempts > 0
  ) as other;
  update private.outbox as counted set recipient = mailbox where counted.id = message.id;
  return is_over;
end
$$;

/*
 * A link for one sending of a document to its customer: its id and its secret. reuse: a link of an attempt that reached
 * nobody; it gets the new secret, unless it was revoked. Valid as long as public.make_document_link says.
 */
create function private.new_document_link(document public.documents, reuse uuid, made_by uuid, out id uuid, out secret text)
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  ends constant timestamptz := (case document.kind
    when 'quote' then greatest(document.valid_until, private.today()) + 31 else private.today() + 181 end)::timestamp
    at time zone 'Asia/Kolkata';
begin
  new_document_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_document_link.secret, 'UTF8'));
  update private.links as link set token = new_token, expires_at = ends
  where link.id = new_document_link.reuse and link.document_id = document.id and link.revoked_at is null
  returning link.id into new_document_link.id;
  if new_document_link.id is null then
    insert into private.links (kind, document_id, expires_at, token, created_by)
    values ('document', document.id, ends, new_token, (
      select profile.id from public.user_profiles as profile where profile.id = new_document_link.made_by))
    returning links.id into new_document_link.id;
  end if;
end
$$;

/* The page of the back office that an e-mail to the studio leads to. */
create function private.studio_path(message private.outbox, customer public.customers, enquiry public.enquiry_orders,
  made public.orders) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when message.template = 'quote_answered' and message.document_id is not null then '/ops/documents/' || message.document_id
    when made.id is not null then '/ops/crm?tab=orders&open=' || made.order_number
    when message.template = 'payment_claimed' then '/ops/money'
    when enquiry.id is not null then '/ops/crm?tab=enquiries&open=' || enquiry.enquiry_number
    else '/ops/customers/' || customer.customer_number end
$$;

/* The path of the button in an e-mail to a customer, with a fresh link: {"path", "link_id"}; nulls without a page. */
create function private.customer_path(message private.outbox, document public.documents, enquiry_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  link record;
begin
  if document.id is not null then
    link := private.new_document_link(document, message.link_id, message.requested_by);
    return jsonb_build_object('link_id', link.id,
      'path', case document.kind when 'quote' then '/quote?k=' else '/invoice?k=' end || link.secret);
  elsif enquiry_id is not null then
    -- An acknowledgement goes to the address that was typed, which may be another person's than the customer's.
    link := private.new_enquiry_link(enquiry_id, message.link_id, message.template <> 'acknowledgement' or exists (
      select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
      where enquiry.id = enquiry_id and enquiry.contact_email = customer.email));
    return jsonb_build_object('link_id', link.id, 'path', '/enquiry?k=' || link.secret);
  end if;
  return jsonb_build_object('link_id', null, 'path', null);
end
$$;

/* A person's test of an e-mail, with the content of a sample that the renderer has. */
create function private.test_delivery(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  address text;
begin
  select account.email into address from auth.users as account where account.id = message.user_id;
  if coalesce(address, '') = '' then
    return '{"skip": "no_address"}';
  end if;
  return jsonb_build_object('to', address, 'sample_of', message.params -> 'sample_of',
    'settings', private.message_settings(), 'texts', private.message_texts(message.params ->> 'sample_of'),
    'content', private.empty_content());
end
$$;

/* Every part of an e-mail's content as null. */
create function private.empty_content() returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select '{"customer": null, "rental": null, "document": null, "payment": null, "answer": null, "words": null,
    "overdue": null, "path": null}'::jsonb
$$;

/* The studio's own subject and text of a template, {"subject", "text"}, each only where it differs from the default. */
create function private.message_texts(template text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(part.name, setting.value), '{}')
  from unnest('{subject,text}'::text[]) as part (name)
    join private.studio_settings as setting on setting.key = 'messages.' || message_texts.template || '_' || part.name
  where setting.value is not null
$$;

/*
 * An e-mail as src/domain/messages/outgoing-message.ts describes it, without what claim_outbox adds, for a row that was
 * just claimed. {"skip": reason} when it must not be sent: switched off, erased, its record gone or settled, no address to
 * write to, or its recipient has got enough. A link that it makes is told as "link_id"; row.link_id is a link whose secret
 * reached nobody, to be used again.
 * The acknowledgement greets with the name and goes to the address that were typed with the enquiry. why not the
 * customer's: whoever types a known mobile number must learn nothing about its owner.
 */
create or replace function private.email_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  is_studio constant boolean := message.audience = 'studio';
  customer public.customers;
  enquiry public.enquiry_orders;
  made public.orders;
  document public.documents;
  contact record;
  event jsonb;
  path jsonb;
  problem text;
  address text;
begin
  if message.audience = 'person' then
    return private.test_delivery(message);
  elsif private.setting_value('messages.' || message.template || '_on') = 'false' then
    return '{"skip": "off"}';
  end if;
  select * into customer from public.customers as known
  where known.id = private.remaining_customer(message.customer_id);
  select * into made from public.orders as known where known.id = message.order_id;
  document := private.message_document(message, made);
  select * into enquiry from public.enquiry_orders as known
  where known.id = coalesce(message.enquiry_order_id, document.enquiry_order_id);
  if made.id is null and document.order_id is not null then
    made := private.order_of_document(document);
  end if;
  problem := case when customer.id is null or message.enquiry_order_id is not null and enquiry.id is null
      or message.order_id is not null and made.id is null
      or message.document_id is not null and document.id is null then 'gone'
    when customer.erased_at is not null then 'erased'
    when message.template = 'quote' and made.status = 'cancelled' then 'cancelled'
    else private.reminder_problem(message, enquiry, made) end;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;
  event := private.message_event(message, enquiry, made);
  if event ? 'skip' then
    return event;
  end if;

  contact := private.message_contact(message, customer, enquiry);
  address := case when is_studio
    then coalesce(nullif(private.setting_value('messages.studio_address') #>> '{}', ''), private.setting_text('studio.email'))
    else contact.email end;
  problem := private.address_problem(address);
  if is_studio and problem = 'reserved_domain' then
    -- why: a mail server is not asked, but a development server writes the demo studio's e-mails.
    problem := null;
  end if;
  if problem is null and message.template = 'acknowledgement' and private.over_mail_limit(message, address) then
    problem := 'limit';
  end if;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;

  path := case when is_studio
    then jsonb_build_object('link_id', null, 'path', private.studio_path(message, customer, enquiry, made))
    else private.customer_path(message, document, coalesce(enquiry.id, made.enquiry_order_id)) end;
  return jsonb_build_object('to', case when not is_studio then address end, 'sample_of', null,
    'settings', private.message_settings(), 'texts', private.message_texts(message.template), 'link_id', path -> 'link_id',
    'content', private.empty_content() || event || jsonb_build_object(
      'customer', jsonb_build_object('first_name', private.greeting_name(contact.first_name),
        'name', case when is_studio then concat_ws(' ', contact.first_name, contact.last_name)
          else coalesce(private.greeting_name(contact.first_name), '') end,
        'mobile', case when is_studio then customer.mobile end, 'email', case when is_studio then contact.email end),
      'rental', private.message_rental(enquiry, made),
      'document', case when document.id is not null then jsonb_build_object('kind', document.kind,
        'number', document.number, 'total', document.total, 'valid_until', document.valid_until) end,
      'overdue', case when message.template in ('item_overdue', 'overdue') then private.overdue_pieces(made.id) end,
      'path', path -> 'path'));
end
$$;

/*
 * Whom an e-mail names or greets: who typed the enquiry or the message that it is about, else the customer as known.
 */
create function private.message_contact(message private.outbox, customer public.customers, enquiry public.enquiry_orders,
  out first_name text, out last_name text, out email text)
language plpgsql stable
set search_path = ''
as $$
begin
  if message.template in ('enquiry_new', 'acknowledgement') and enquiry.contact_first_name is not null then
    first_name := enquiry.contact_first_name;
    last_name := enquiry.contact_last_name;
    email := enquiry.contact_email;
  elsif message.template = 'message_new' then
    select written.contact_first_name, written.contact_last_name, written.contact_email
    into message_contact.first_name, message_contact.last_name, message_contact.email
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  end if;
  if message_contact.first_name is null then
    first_name := customer.first_name;
    last_name := customer.last_name;
    -- why not for an acknowledgement: a form never causes an e-mail to an address that was not typed into it.
    email := case when message.template <> 'acknowledgement' then customer.email end;
  end if;
end
$$;
