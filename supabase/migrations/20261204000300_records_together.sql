-- Staff who have the same enquiry or order open tell each other so: broadcasts of the topic `record:<id>`.
create policy "messages: crm staff hear records" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'record:%'
    and (select private.is_staff('admin', 'crm_user')));
create policy "messages: crm staff tell of records" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) like 'record:%'
    and (select private.is_staff('admin', 'crm_user')));
