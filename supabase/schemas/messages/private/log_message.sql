/*
 * Logs what the caller did to a message: 'resent' or 'cancelled', under the record that it is about, or the channel where it
 * is about none. Its recipient is not in the log.
 */
create function private.log_message(message private.outbox, what text) returns void
language plpgsql
set search_path = ''
as $$
declare
  about constant jsonb := private.record_of_message(message);
  new_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, person_id, person_name, area, what, table_name, record_type, record_id, label,
    customer_id, changes)
  values (new_id, new_id, auth.uid(), private.person_name(auth.uid()), 'crm', log_message.what, 'outbox',
    coalesce(about ->> 'type', 'setting'), coalesce(about ->> 'id', 'messages.' || message.channel),
    coalesce(about ->> 'number', case message.channel when 'email' then 'E-mails' else 'Push notices' end),
    private.remaining_customer(message.customer_id),
    jsonb_build_object('template', jsonb_build_array(null, message.template)));
end
$$;
