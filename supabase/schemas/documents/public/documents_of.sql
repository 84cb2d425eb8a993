/*
 * The documents of an order (with those of its enquiry), of an enquiry, or of a customer, newest first, at most 500:
 * [{"id", "kind", "state", "number", "revision", "date", "valid_until", "total", "answer", "updated_at"}].
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.documents_of(
  "order" uuid default null,
  enquiry uuid default null,
  customer uuid default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.document_row(listed) order by listed.created_at desc, listed.id), '[]')
    from (
      select document.* from public.documents as document
      where document.order_id = documents_of."order"
        or document.enquiry_order_id = (
          select made.enquiry_order_id from public.orders as made where made.id = documents_of."order")
        or document.enquiry_order_id = documents_of.enquiry
        or documents_of.customer is not null
          and document.customer_id = any (private.merged_customers(documents_of.customer))
      order by document.created_at desc, document.id limit 500
    ) as listed);
end
$$;

grant execute on function public.documents_of(uuid,uuid,uuid) to authenticated;
