/*
 * Whether staff can send a message again: an e-mail that is settled, and not older than 180 days, after which nothing is
 * left to make it from.
 */
create function private.can_resend(message private.outbox) returns boolean
language sql stable
set search_path = ''
as $$
  select message.channel = 'email' and message.state in ('sent', 'failed', 'skipped')
    and message.reason is distinct from 'erased' and message.created_at > now() - interval '180 days'
$$;
