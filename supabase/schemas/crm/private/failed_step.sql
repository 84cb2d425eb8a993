/*
 * The step at which a submission failed (docs/product/enquiry.md). Customers are found or created in one
 * statement: if the number is known, or customers cannot be read, nothing was being created, and the
 * lookup is the step that failed.
 */
create function private.failed_step(step text, mobile text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if step = 'customer_create' and exists (
    select from public.customers as customer where customer.mobile = failed_step.mobile
  ) then
    return 'customer_lookup';
  end if;
  return step;
exception when others then
  return 'customer_lookup';
end
$$;
