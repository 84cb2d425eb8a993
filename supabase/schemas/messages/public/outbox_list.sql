/*
 * Messages, newest first: {"rows": private.outbox_value, "next": cursor or null, "channels": private.channel_states}.
 * state: 'open' (waiting or being sent), 'sent', 'failed', 'skipped'; most: 1 to 100. A push notice that became one for each
 * device is not listed. Raises 42501 for anyone but admin and
 * crm_user, PT422 for an unknown state or cursor.
 */
create function public.outbox_list(
  state text default null,
  channel text default null,
  template text default null,
  cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  at_most constant integer := greatest(1, least(coalesce(outbox_list.most, 50), 100));
  before timestamptz := 'infinity';
  before_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  condition text;
  found private.outbox[];
  last private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  condition := case coalesce(outbox_list.state, '') when '' then 'true'
    when 'open' then $c$message.state in ('waiting', 'sending')$c$ when 'sent' then $c$message.state = 'sent'$c$
    when 'failed' then $c$message.state = 'failed'$c$ when 'skipped' then $c$message.state = 'skipped'$c$ end;
  if condition is null then
    perform private.refuse('state', 'There is no such state.');
  end if;
  if outbox_list.cursor is not null then
    begin
      before := split_part(outbox_list.cursor, ' ', 1)::timestamptz;
      before_id := split_part(outbox_list.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  -- why text: with the state written out, the partial index of that state is read.
  execute format($s$select array(select message from private.outbox as message
    where (message.created_at, message.id) < ($1, $2) and %s
      and ($3 is null or message.channel = $3) and ($4 is null or message.template = $4)
      and message.reason is distinct from 'fanned_out'
    order by message.created_at desc, message.id desc limit $5)$s$, condition)
  into found using before, before_id, outbox_list.channel, outbox_list.template, at_most + 1;
  last := found[at_most];
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.outbox_value(found[place]) order by place), '[]')
      from generate_series(1, least(cardinality(found), at_most)) as place),
    'next', case when cardinality(found) > at_most then
      to_char(last.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || last.id end,
    'channels', private.channel_states());
end
$$;

grant execute on function public.outbox_list(text,text,text,text,integer) to authenticated;
