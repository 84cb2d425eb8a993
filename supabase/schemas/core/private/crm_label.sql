/* Number of the enquiry, order or customer that an event of the CRM is about. */
create function private.crm_label(subject text, subject_id uuid, customer_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(case subject
      when 'enquiry' then (select enquiry.enquiry_number from public.enquiry_orders as enquiry where enquiry.id = subject_id)
      when 'order' then (select made.order_number from public.orders as made where made.id = subject_id)
    end, (select customer.customer_number from public.customers as customer where customer.id = crm_label.customer_id), '')
$$;
