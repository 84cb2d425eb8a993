/*
 * The events that staff are told of, by the names of the studio's e-mails. Only admins and CRM users are told: other
 * roles may not see the records.
 */
create function private.notice_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed', 'hold_ending',
    'item_overdue']
$$;
