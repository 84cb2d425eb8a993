/*
 * The lines of a document, or else of an order or an enquiry, as an e-mail tells them: {"lines": [{"name", "quantity"}],
 * "more", "short"}. document: the quote, invoice or credit note that the e-mail brings; null for none. The studio
 * gets all lines; customers get the first 20, and how many more there are. short: in e-mails about a new enquiry, its
 * lines that were not all free when it was sent, as [{"name", "quantity", "free"}]; to customers as far as visitors learn it.
 */
create function private.message_lines(message private.outbox, enquiry uuid, "order" uuid, document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', count(*) filter (where not listed.is_told),
    'lines', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
        filter (where listed.is_told), '[]'),
    'short', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity,
          'free', case when listed.shows = 'exact' then listed.free else 0 end) order by listed.place)
        filter (where listed.free < listed.quantity and listed.shows in ('exact', 'yes-no')), '[]'))
  from (
    select line.name, line.quantity, line.free, told.shows, row_number() over numbered as place,
      told.to_studio or row_number() over numbered <= 20 as is_told
    from (
      select asked.id, asked.position, asked.quantity, coalesce(asked.description, item.name) as name, asked.free_when_sent as free
      from public.enquiry_items as asked left join public.items as item on item.id = asked.item_id
      where message_lines.document is null and message_lines."order" is null
        and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name), null
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where message_lines.document is null and rented.order_id = message_lines."order"
      union all
      select null, printed.position, printed.quantity, printed.text, null
      from public.document_lines as printed
      where printed.document_id = message_lines.document and printed.kind <> 'heading'
    ) as line cross join (
      select message_lines.message.audience = 'studio' as to_studio,
        case when message_lines.message.template not in ('enquiry_new', 'acknowledgement') then null
          when message_lines.message.audience = 'studio' then 'exact' else settings.shows end as shows
      from private.availability_settings as settings
    ) as told
    window numbered as (order by line.position, line.id)
  ) as listed
$$;
