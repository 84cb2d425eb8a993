/* A customer as the CRM shows them; null for an unknown id. */
create function private.customer_of(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select %s || jsonb_build_object(''created_at'', customer.created_at, ''updated_at'', customer.updated_at)
     from public.customers as customer
     left join public.user_profiles as assignee on assignee.id = customer.assigned_to
     where customer.id = $1', private.customer_value())
    into told using customer_of.id;
  return told;
end
$$;
