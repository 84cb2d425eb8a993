/* SQL expression of a customer as lists and records show them, over `customer` and `assignee`. */
create function private.customer_value() returns text
language sql immutable parallel safe
return 'jsonb_build_object(''id'', customer.id, ''customer_number'', customer.customer_number,
  ''first_name'', customer.first_name, ''last_name'', customer.last_name, ''mobile'', customer.mobile,
  ''email'', customer.email, ''assigned_to'', customer.assigned_to,
  ''assigned_name'', assignee.display_name, ''erased_at'', customer.erased_at)';
