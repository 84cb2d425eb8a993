/*
 * The condition on a customer's assignee: 'none', a uuid as text, or null for all. Raises PT400 for
 * anything else.
 */
create function private.assignee_condition(assigned_to text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assigned_to is null then ''
    when assigned_to = 'none' then ' and customer.assigned_to is null'
    else format(' and customer.assigned_to = %L::uuid', assigned_to::uuid) end;
exception when invalid_text_representation then
  raise exception 'assigned_to must be a uuid or none.' using errcode = 'PT400';
end
$$;
