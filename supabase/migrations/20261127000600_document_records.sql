-- Documents as staff read them.

/* SHA-256 of the lines and the discount of an order, or of an enquiry's lines: whether they changed since. */
create function private.document_source(order_id uuid, enquiry_id uuid) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(convert_to(case when document_source.order_id is not null then (
      select jsonb_build_array(made.discount_percent, made.discount_amount, (
        select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.description, line.quantity, line.price, line.per_day,
          line.rental_days) order by line.position, line.id)
        from public.order_items as line where line.order_id = made.id))
      from public.orders as made where made.id = document_source.order_id)
    else (
      select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.quantity, line.price, line.rental_days) order by line.position, line.id)
      from public.enquiry_items as line where line.enquiry_order_id = document_source.enquiry_id)
    end::text, 'UTF8'))
$$;

/* A billing profile as staff see it. */
create function private.billing_profile_value(profile public.billing_profiles) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', profile.legal_name, 'gstin', profile.gstin,
    'address', profile.address, 'state_code', profile.state_code)
$$;

/*
 * Why a draft cannot be issued yet: [{"field", "text", "index": of the line from 0 where it is about one}], in the order
 * in which staff would fix it; [] when it can.
 */
create function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  is_quote constant boolean := draft.kind = 'quote';
  place constant record := private.document_place(draft);
  profile public.billing_profiles;
  line record;
  billed record;
begin
  select * into profile from public.billing_profiles as known where known.id = draft.billing_profile_id;
  if exists (
    select from public.customers as customer
    where customer.id = private.remaining_customer(draft.customer_id) and customer.erased_at is not null
  ) then
    missing := missing || jsonb_build_object('field', 'customer', 'text', 'The data of this customer was erased.');
  end if;
  if not exists (
    select from public.document_lines as listed where listed.document_id = draft.id and listed.kind <> 'heading'
  ) then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'Add a line.');
  elsif not is_quote and (amounts #>> '{sums,total}')::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if draft.kind in ('quote', 'invoice') then
    for line in
      select listed.position, listed.text, former.label, former.rate as former_rate, current.rate as current_rate
      from public.document_lines as listed
        join public.tax_classes as former on (former.sac, former.rate, former.place) = (listed.sac, listed.rate, listed.place)
          and former.succeeded_by is not null
        join lateral (
          with recursive later as (
            select next.* from public.tax_classes as next where next.id = former.succeeded_by
            union all
            select next.* from later join public.tax_classes as next on next.id = later.succeeded_by
          )
          select * from later where later.succeeded_by is null
        ) as current on true
      where listed.document_id = draft.id and not exists (
        select from public.tax_classes as valid
        where (valid.sac, valid.rate, valid.place) = (listed.sac, listed.rate, listed.place) and valid.succeeded_by is null)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The tax class "%s" changed: this line has %s%%, today''s rate is %s%%.', line.label,
        trim_scale(line.former_rate), trim_scale(line.current_rate)));
    end loop;
  end if;
  if is_quote then
    if draft.valid_until < private.today() then
      missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
    end if;
    return missing;
  end if;
  if private.setting_text('identity.legal_name') = '' then
    missing := missing || jsonb_build_object('field', 'identity.legal_name', 'text', 'Enter the studio''s legal name in the settings.');
  end if;
  if private.setting_text('identity.gstin') = '' then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text', 'Enter the studio''s GSTIN in the settings.');
  end if;
  if draft.kind = 'invoice' then
    if profile.gstin is not null and (private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'A customer with a GSTIN needs a legal name and an address.');
    elsif profile.gstin is null and (amounts #>> '{sums,taxable}')::numeric >= 50000
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '' or profile.state_code is null)
    then
      -- Rule 46(e) of the CGST Rules.
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'From ₹50,000 an invoice needs the customer''s name, address and state.');
    end if;
    if place.reason = 'customer' and place.code is distinct from private.studio_state() and exists (
      select from public.document_lines as listed where listed.document_id = draft.id and listed.place = 'premises'
    ) then
      missing := missing || jsonb_build_object('field', 'place_of_supply', 'text',
        'Some lines are taxed in the customer''s state and others in the studio''s. Make two invoices, or set one place of supply.');
    end if;
    for line in
      -- why first: what was credited is read of these invoices only.
      with earlier as materialized (
        select listed.position, other.id, other.number, former.position as billed_position, former.taxable
        from public.document_lines as listed
          join public.document_lines as former on former.order_item_id = listed.order_item_id
          join public.documents as other on other.id = former.document_id and other.kind = 'invoice' and other.state = 'issued'
        where listed.document_id = draft.id and listed.order_item_id is not null
      )
      select earlier.position, min(earlier.number) as number
      from earlier left join private.credited_lines(earlier.id, null) as credited
        on credited.line_position = earlier.billed_position
      where coalesce(credited.taxable, 0) < earlier.taxable
      group by earlier.position order by earlier.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format('This is on %s already.', line.number));
    end loop;
  elsif draft.kind = 'credit_note' then
    if private.trimmed(coalesce(draft.reason, '')) = '' then
      missing := missing || jsonb_build_object('field', 'reason', 'text', 'Say why the invoice is corrected.');
    end if;
    for billed in
      select listed.position, whole.taxable - coalesce(credited.taxable, 0) as rest
      from public.document_lines as listed
        join public.document_lines as whole on whole.document_id = draft.corrects and whole.position = listed.credits_position
        left join private.credited_lines(draft.corrects, draft.id) as credited on credited.line_position = whole.position
      where listed.document_id = draft.id and listed.unit_price > whole.taxable - coalesce(credited.taxable, 0)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', billed.position - 1, 'text',
        format('Only ₹%s of this line is left to credit.', trim(to_char(billed.rest, '9999999990.00'))));
    end loop;
  end if;
  return missing;
end
$$;

/* The number that a draft would get if it was issued now: its own of a revision, or the next of its series. */
create function private.next_document_number(draft public.documents) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  own_prefix constant text := private.setting_text(format('documents.%s_prefix', draft.kind));
  year constant text := private.financial_year(private.today());
  next integer;
begin
  if draft.number is not null then
    return draft.number;
  end if;
  select known.last_number + 1 into next from private.document_series as known
  where known.kind = draft.kind and known.fy = year and known.prefix = own_prefix;
  next := coalesce(next, 1);
  return format('%s/%s/%s', own_prefix, year, lpad(next::text, greatest(4, length(next::text)), '0'));
end
$$;

/* A document as staff see it; null for an unknown one. */
create function private.document_record(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  holder uuid;
  amounts jsonb;
  place record;
  is_draft boolean;
begin
  select * into document from public.documents as known where known.id = document_record.id;
  if not found then
    return null;
  end if;
  is_draft := document.state = 'draft';
  amounts := private.document_amounts(document);
  place := private.document_place(document);
  holder := private.remaining_customer(document.customer_id);
  return jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'version', document.version,
    'next_number', case when is_draft then private.next_document_number(document) end,
    'studio', jsonb_build_object('state_code', private.studio_state(),
      'round_off', private.setting_or_default('documents.round_off')::boolean),
    'order', (
      select jsonb_build_object('id', made.id, 'number', made.order_number) from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('id', enquiry.id, 'number', enquiry.enquiry_number, 'status', enquiry.status)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'customer', private.desk_customer(holder) || jsonb_build_object('email', (
      select customer.email from public.customers as customer where customer.id = holder)),
    'billing_profile', (
      select private.billing_profile_value(profile) from public.billing_profiles as profile where profile.id = document.billing_profile_id),
    'billing_profiles', (
      select coalesce(jsonb_agg(private.billing_profile_value(profile) order by profile.updated_at desc, profile.id), '[]')
      from public.billing_profiles as profile where profile.customer_id = any (private.merged_customers(holder))),
    'place_of_supply', case when is_draft then place.code else document.place_of_supply end,
    'place_reason', case when is_draft then place.reason else document.place_reason end)
    || jsonb_build_object('discount_percent', document.discount_percent, 'discount_amount', document.discount_amount,
    'notes', document.notes, 'reason', document.reason,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - '{document_id,credits_position}'::text[] || to_jsonb(priced)
        || jsonb_build_object('item', case when item.id is not null then
          jsonb_build_object('code', item.code, 'name', item.name, 'picture', item.image) end) order by line.position), '[]')
      from public.document_lines as line
        join jsonb_to_recordset(amounts -> 'lines') as priced (position smallint, gross numeric, discount numeric,
          shared_discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric) on priced.position = line.position
        left join public.items as item on item.id = line.item_id
      where line.document_id = document.id),
    'sums', amounts -> 'sums',
    'missing', case when is_draft then private.document_missing(document, amounts) else '[]' end,
    'source_changed', document.source_hash is not null
      and document.source_hash is distinct from private.document_source(document.order_id, document.enquiry_order_id),
    'frozen', document.frozen,
    'corrects', (
      select jsonb_build_object('id', corrected.id, 'number', corrected.number)
      from public.documents as corrected where corrected.id = document.corrects),
    'corrected_by', (
      select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'number', note.number, 'total', note.total) order by note.issued_at), '[]')
      from public.documents as note where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'credited', (
      select coalesce(sum(note.total), 0.00) from public.documents as note
      where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'answers', private.document_answers_of(document.id), 'links', private.document_links_of(document.id),
    'issued_at', document.issued_at, 'issued_by_name', private.person_name(document.issued_by));
end
$$;

/*
 * A document with its lines, sums, what is missing to issue it, answers and links (docs/product/documents.md). Raises
 * PT404 for an unknown one, 42501 for anyone but admin and crm_user.
 */
create function public.document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.document_record(document.id);
  if told is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return told;
end
$$;
grant execute on function public.document(uuid) to authenticated;

/* A document as lists show it. */
create function private.document_row(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'total', document.total,
    'answer', private.document_answers_of(document.id) -> 0 -> 'answer', 'updated_at', document.updated_at)
$$;

/*
 * The documents of an order (with those of its enquiry), of an enquiry, or of a customer, newest first, at most 500:
 * [{"id", "kind", "state", "number", "revision", "date", "valid_until", "total", "answer", "updated_at"}].
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.documents_of("order" uuid default null, enquiry uuid default null, customer uuid default null)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.document_row(listed) order by listed.created_at desc, listed.id), '[]')
    from (
      select known.* from public.documents as known
      where known.order_id = documents_of."order"
        or known.enquiry_order_id = (select made.enquiry_order_id from public.orders as made where made.id = documents_of."order")
        or known.enquiry_order_id = documents_of.enquiry
        or documents_of.customer is not null and known.customer_id = any (private.merged_customers(documents_of.customer))
      order by known.created_at desc, known.id limit 500
    ) as listed);
end
$$;
grant execute on function public.documents_of(uuid, uuid, uuid) to authenticated;

/*
 * Documents, newest first: {"rows": as in documents_of with "customer": {"id", "number", "name"} and "order", "enquiry":
 * numbers, "next": cursor or null}. query: in a number, legal name, customer's name, mobile or number; from, to: dates;
 * most: 1 to 100. Raises 42501 for anyone but admin and crm_user.
 */
create function public.search_documents(
  query text default null, kind text default null, state text default null, "from" date default null, "to" date default null,
  cursor text default null, most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_documents.query, ''));
  at_most constant integer := greatest(1, least(coalesce(most, 50), 100));
  before timestamptz;
  before_id uuid;
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if search_documents.cursor is not null then
    begin
      before := split_part(search_documents.cursor, ' ', 1)::timestamptz;
      before_id := split_part(search_documents.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  select coalesce(jsonb_agg(private.document_row(listed.document) || jsonb_build_object(
      'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number, 'name', private.customer_name(customer.id)),
      'order', (select made.order_number from public.orders as made where made.id = (listed.document).order_id),
      'enquiry', (select asked.enquiry_number from public.enquiry_orders as asked where asked.id = (listed.document).enquiry_order_id),
      'at', to_char((listed.document).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    order by (listed.document).created_at desc, (listed.document).id desc), '[]')
    into rows
  from (
    select known as document, private.remaining_customer(known.customer_id) as customer_id
    from public.documents as known
      join public.customers as holder on holder.id = known.customer_id
      left join public.billing_profiles as profile on profile.id = known.billing_profile_id
    where (search_documents.kind is null or known.kind = search_documents.kind)
      and (search_documents.state is null or known.state = search_documents.state)
      and (search_documents."from" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) >= search_documents."from")
      and (search_documents."to" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) <= search_documents."to")
      and (before is null or (known.created_at, known.id) < (before, before_id))
      and (pattern = '%%' or lower(known.number) like pattern or holder.search_text like pattern
        or lower(holder.customer_number) like pattern or lower(profile.legal_name) like pattern)
    order by known.created_at desc, known.id desc limit at_most + 1
  ) as listed join public.customers as customer on customer.id = listed.customer_id;
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(entry.value - 'at' order by entry.place), '[]')
      from jsonb_array_elements(rows) with ordinality as entry (value, place) where entry.place <= at_most),
    'next', case when jsonb_array_length(rows) > at_most then
      concat_ws(' ', rows -> (at_most - 1) ->> 'at', rows -> (at_most - 1) ->> 'id') end);
end
$$;
grant execute on function public.search_documents(text, text, text, date, date, text, integer) to authenticated;
