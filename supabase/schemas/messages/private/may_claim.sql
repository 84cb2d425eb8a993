/*
 * Whether a worker may take messages of a channel at this moment. A channel that the mail server refused lets one message
 * through every 5 minutes, as long as one is due; true then means this one.
 */
create function private.may_claim(channel text, moment timestamptz) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  asked private.channels;
begin
  select * into asked from private.channels where channels.channel = may_claim.channel;
  if not found or asked.paused_by is not null then
    return false;
  elsif asked.paused_at is null then
    return true;
  elsif asked.probe_at > moment or not exists (
    select from private.outbox as open
    where open.channel = may_claim.channel and open.state in ('waiting', 'sending')
      and coalesce(open.lease_until, open.due_at) <= moment
  ) then
    return false;
  end if;
  -- Of workers that come at the same moment, the first one finds the row unchanged.
  update private.channels set probe_at = moment + interval '5 minutes'
  where channels.channel = may_claim.channel and channels.paused_by is null and channels.paused_at is not null
    and channels.probe_at <= moment;
  return found;
end
$$;
