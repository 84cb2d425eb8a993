/* The message for a change by staff, locked; PT404 for an unknown one. */
create function private.message_to_change(id uuid) returns private.outbox
language plpgsql
set search_path = ''
as $$
declare
  message private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into message from private.outbox where outbox.id = message_to_change.id for update;
  if not found then
    raise exception 'This message does not exist.' using errcode = 'PT404';
  end if;
  return message;
end
$$;
