/*
 * The number of rows in each list of the CRM, of one customer or of all, and of those that need
 * attention: pending enquiries, unassigned leads, leads with an unhandled message, unhandled messages.
 * 42501 for anyone but admin and crm_user.
 */
create function public.crm_counts(customer_id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('leads', count(*))
    from public.customers as customer
    where customer.erased_at is null and customer.merged_into is null
      and (crm_counts.customer_id is null or customer.id = crm_counts.customer_id)
  ) || (
    select jsonb_build_object('enquiries', coalesce(sum(figures.enquiries), 0),
      'orders', coalesce(sum(figures.orders), 0))
    from private.lead_figures as figures
    where crm_counts.customer_id is null or figures.customer_id = crm_counts.customer_id
  ) || private.crm_attention(crm_counts.customer_id);
end
$$;

grant execute on function public.crm_counts(uuid) to authenticated;
