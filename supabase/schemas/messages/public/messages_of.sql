/*
 * The last 100 e-mails about a record, newest first, as private.outbox_value. An order has those of its enquiry too, a
 * customer those of everybody merged into them. record: of an enquiry, order, document or customer. Raises 42501 for anyone but admin and crm_user.
 */
create function public.messages_of(record uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.outbox_value(listed.message) order by (listed.message).created_at desc), '[]')
    from (
      select about as message from private.outbox as about
      where about.channel = 'email' and about.id in (
        select mail.id from private.outbox as mail where mail.enquiry_order_id = messages_of.record
        union select mail.id from private.outbox as mail where mail.order_id = messages_of.record
        union select mail.id from private.outbox as mail where mail.document_id = messages_of.record
        union
        select mail.id from private.outbox as mail
        where mail.customer_id = any (private.merged_customers(messages_of.record))
        union
        select mail.id from public.orders as made join private.outbox as mail
          on mail.enquiry_order_id = made.enquiry_order_id
        where made.id = messages_of.record and made.enquiry_order_id is not null
      )
      order by about.created_at desc limit 100
    ) as listed);
end
$$;

grant execute on function public.messages_of(uuid) to authenticated;
