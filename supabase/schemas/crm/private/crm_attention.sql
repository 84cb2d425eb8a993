/*
 * What needs attention in the CRM, of one customer or of all: {"unassigned_leads", "leads_to_answer": with an unhandled
 * message, "unhandled_messages", "pending_enquiries"}.
 */
create function private.crm_attention(customer_id uuid default null) returns jsonb
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object('unassigned_leads', count(*))
    from public.customers as customer
    where customer.assigned_to is null and customer.erased_at is null and customer.merged_into is null
      and (crm_attention.customer_id is null or customer.id = crm_attention.customer_id)
  ) || (
    select jsonb_build_object('leads_to_answer', count(*),
      'unhandled_messages', coalesce(sum(figures.unhandled_messages), 0))
    from private.lead_figures as figures
    where figures.unhandled_messages > 0
      and (crm_attention.customer_id is null or figures.customer_id = crm_attention.customer_id)
  ) || jsonb_build_object('pending_enquiries', (
    select count(*) from public.enquiry_orders as waiting
    where waiting.status = 'pending'
      and (crm_attention.customer_id is null or waiting.customer_id = crm_attention.customer_id)
  ));
end
$$;
