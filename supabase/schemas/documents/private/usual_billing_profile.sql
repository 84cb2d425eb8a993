/* The billing profile that a new document of a customer gets: the one saved last. */
create function private.usual_billing_profile(customer_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select profile.id from public.billing_profiles as profile
  where profile.customer_id = any (private.merged_customers(usual_billing_profile.customer_id))
  order by profile.updated_at desc, profile.id limit 1
$$;
