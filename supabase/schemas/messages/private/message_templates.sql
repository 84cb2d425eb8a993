/* The templates of e-mails, as src/domain/messages/templates.ts lists them. */
create function private.message_templates() returns text[]
language sql immutable
set search_path = ''
return '{enquiry_new,message_new,enquiry_answered,quote_answered,payment_claimed,hold_ending,item_overdue,acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}'::text[];
