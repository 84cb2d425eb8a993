/* Follows documents when they are issued or superseded. */
create function private.follow_document_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  order_ids := array(
    select made.id from new_rows as document join public.orders as made
      on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
      join private.document_kinds as kinds on kinds.kind = document.kind
    where document.state <> 'draft' and (kinds.is_offer or kinds.bill_sign <> 0));
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;
