/* Rebuilds all counts, for the owner: after data was loaded with triggers disabled. Blocks writers. */
create function private.recount_leads() returns void
language plpgsql
set search_path = ''
as $$
begin
  lock table public.enquiry_orders, public.orders, public.contact_enquiries in share row exclusive mode;
  delete from private.lead_figures;
  insert into private.lead_figures (customer_id, enquiries, open_enquiries, orders, messages, unhandled_messages)
  select customer_id, sum(unconverted), sum(open_enquiry), sum(made), sum(sent), sum(unhandled)
  from (
    select customer_id, (status <> 'converted')::integer, (status = any (private.open_statuses()))::integer, 0, 0, 0
    from public.enquiry_orders
    union all select customer_id, 0, 0, 1, 0, 0 from public.orders
    union all select customer_id, 0, 0, 0, 1, (handled_at is null)::integer from public.contact_enquiries
  ) as counted (customer_id, unconverted, open_enquiry, made, sent, unhandled)
  group by customer_id;
end
$$;
