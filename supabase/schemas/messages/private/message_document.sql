/*
 * The document that an e-mail shows: of a quote its newest issued revision, of money that was received its voucher or
 * the newest invoice of the order. A row of nulls for none.
 */
create function private.message_document(message private.outbox, made public.orders)
returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as document
  where document.id = message.document_id and document.state <> 'draft';
  if shown.state = 'superseded' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  elsif shown.id is null and message.template = 'payment_received' then
    select * into shown from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
    order by invoice.issued_at desc, invoice.id limit 1;
  end if;
  return shown;
end
$$;
