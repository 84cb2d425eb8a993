/*
 * Customers who are likely the same person as one, the likeliest first, at most five: [{"customer": as
 * private.proposed_customer, "reasons"}]; reasons and order as private.judged_pairs has them, among equals the newest
 * first. Empty for an unknown, erased or merged customer.
 */
create function private.likely_duplicates(customer uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  alike constant uuid[] := private.customers_alike(likely_duplicates.customer);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('customer', private.proposed_customer(likely.other),
        'reasons', likely.reasons) order by likely.place), '[]')
    from (
      select judged.other, judged.reasons, row_number() over (
          order by judged.rank, cardinality(judged.reasons) desc, judged.other_since desc, judged.other) as place
      from private.judged_pairs(array_fill(likely_duplicates.customer, array[cardinality(alike)]), alike) as judged
      order by place limit 5
    ) as likely);
end
$$;
