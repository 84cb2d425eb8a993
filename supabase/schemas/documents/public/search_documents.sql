/*
 * Documents, newest first: {"rows": as in documents_of with "customer": {"id", "number", "name"} and "order", "enquiry":
 * numbers, "next": cursor or null}. query: in a number, legal name, customer's name, mobile or number; from, to: dates;
 * most: 1 to 100. Raises 42501 for anyone but admin and crm_user.
 */
create function public.search_documents(
  query text default null,
  kind text default null,
  state text default null,
  "from" date default null,
  "to" date default null,
  cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_documents.query, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(search_documents.query, '')));
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
    select document, private.remaining_customer(document.customer_id) as customer_id
    from public.documents as document
      join public.customers as holder on holder.id = document.customer_id
      left join public.billing_profiles as profile on profile.id = document.billing_profile_id
    where (search_documents.kind is null or document.kind = search_documents.kind)
      and (search_documents.state is null or document.state = search_documents.state)
      and (search_documents."from" is null
        or coalesce(document.date, (document.created_at at time zone 'Asia/Kolkata')::date) >= search_documents."from")
      and (search_documents."to" is null
        or coalesce(document.date, (document.created_at at time zone 'Asia/Kolkata')::date) <= search_documents."to")
      and (before is null or (document.created_at, document.id) < (before, before_id))
      and (pattern = '%%' or lower(document.number) like number_pattern or holder.search_text like pattern
        or lower(holder.customer_number) like number_pattern
        or private.compared(profile.legal_name) like pattern)
    order by document.created_at desc, document.id desc limit at_most + 1
  ) as listed join public.customers as customer on customer.id = listed.customer_id;
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(entry.value - 'at' order by entry.place), '[]')
      from jsonb_array_elements(rows) with ordinality as entry (value, place) where entry.place <= at_most),
    'next', case when jsonb_array_length(rows) > at_most then
      concat_ws(' ', rows -> (at_most - 1) ->> 'at', rows -> (at_most - 1) ->> 'id') end);
end
$$;

grant execute
  on function public.search_documents(text,text,text,date,date,text,integer) to authenticated;
