/*
 * Whether the mailbox behind an address has got its share of the e-mails that a form causes: one an hour, three a day. A
 * message that was tried and may still arrive counts too. Notes the mailbox in the message's row.
 * why one lock: claims of two workers would not see each other; a claim ends within milliseconds.
 */
create function private.over_mail_limit(message private.outbox, address text) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  mailbox constant bytea := private.mailbox_hash(over_mail_limit.address);
  moment timestamptz;
  is_over boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox limits', 20261128));
  moment := clock_timestamp();
  select count(*) filter (where other.state in ('waiting', 'sending') or other.ended_at > moment - interval '1 hour') > 0
    or count(*) filter (where other.ended_at > moment - interval '24 hours') >= 3
  into is_over
  from (
    select tried.state, coalesce(tried.sent_at, tried.first_attempt_at) as ended_at from private.outbox as tried
    where tried.recipient = mailbox and tried.state <> 'skipped' and tried.id <> message.id and tried.attempts > 0
  ) as other;
  update private.outbox as counted set recipient = mailbox where counted.id = message.id;
  return is_over;
end
$$;
