/*
 * Ends the messages that wait for an erased customer, and empties all of theirs: what they were made from, the recipient's
 * mailbox, the answer of the mail server. That and when something was sent stays.
 * why the links after the messages: a worker that is making an e-mail at this moment holds its row, and its link is
 * seen only when that worker has ended.
 */
create function private.erase_messages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.outbox as open set state = 'skipped', reason = 'erased', lease = null, lease_until = null
  where open.customer_id = new.id and open.state in ('waiting', 'sending');
  update private.links as link set revoked_at = clock_timestamp()
  from private.outbox as sent
  where sent.customer_id = new.id and link.id = sent.link_id and link.revoked_at is null;
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  from private.outbox as sent
  where sent.customer_id = new.id and link.id = sent.link_id and link.revoked_at is null;
  update private.outbox as kept set params = '{}', recipient = null, link_id = null, problem = null
  where kept.customer_id = new.id;
  return null;
end
$$;
