/*
 * The condition on the owner of an enquiry or order: 'me', 'none', a uuid as text, or null for all. Raises PT400
 * for anything else.
 */
create function private.owner_condition(assignee text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assignee is null then ''
    when assignee = 'none' then ' and listed.assigned_to is null'
    when assignee = 'me' then ' and listed.assigned_to = (select auth.uid())'
    else format(' and listed.assigned_to = %L::uuid', assignee::uuid) end;
exception when invalid_text_representation then
  raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
end
$$;
