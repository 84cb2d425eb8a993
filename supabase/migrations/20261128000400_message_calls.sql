-- Functions for workers of a Supabase project, and for staff who test their e-mails.

-- The secret of the workers that have no connection of their own to the database.
create table private.worker_secret (
  only_one boolean not null default true,
  -- why only the hash: a copy of the database is no worker.
  hash bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint worker_secret_pkey primary key (only_one),
  constraint worker_secret_only_one check (only_one),
  constraint worker_secret_hash_length check (octet_length(hash) = 32)
);
alter table private.worker_secret enable row level security;
create policy "worker_secret: service_role does all" on private.worker_secret
  for all to service_role using (true) with check (true);

insert into private.settings (name, per_hour, description) values
  ('worker secrets_by_address', 10, 'Wrong secrets of message workers an hour from one network address');

/* A new secret for workers, told once; the former one opens nothing from then on. Raises 42501 for anyone but admin. */
create function public.make_worker_secret() returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
begin
  perform private.require_staff('admin');
  insert into private.worker_secret as known (hash, created_by) values (sha256(convert_to(secret, 'UTF8')), auth.uid())
  on conflict (only_one) do update set hash = excluded.hash, created_at = now(), created_by = excluded.created_by;
  perform private.log_change('settings', 'changed', 'worker_secret', 'setting', 'worker_secret', 'Secret of message workers',
    '{"worker_secret": [null, null]}');
  return secret;
end
$$;
grant execute on function public.make_worker_secret() to authenticated;

/*
 * Whether a secret is that of the workers. A wrong one counts against the caller's address, and raises PT429 with
 * {"retry_after": seconds} after too many.
 * why the right one always opens: others behind the same address must not stop the studio's messages, and 256 random bits
 * cannot be found by trying.
 */
create function private.is_worker(secret text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from private.worker_secret as known
    where known.hash = sha256(convert_to(left(is_worker.secret, 100), 'UTF8'))
  ) then
    return true;
  end if;
  perform private.check_limit('worker secrets');
  perform private.use_limits('worker secrets', null);
  return false;
end
$$;

/*
 * private.claim_outbox for a worker with the secret; {"refused": "secret"} for a wrong one.
 * why no error: it would undo the count of wrong secrets.
 */
create function public.claim_messages(secret text, channel text, host text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(claim_messages.secret) then
    return '{"refused": "secret"}';
  end if;
  return private.claim_outbox(claim_messages.channel, claim_messages.host);
end
$$;
grant execute on function public.claim_messages(text, text, text) to anon, authenticated, service_role;

/* private.settle_outbox for a worker with the secret, as true or false; {"refused": "secret"} for a wrong one. */
create function public.settle_message(secret text, id uuid, lease uuid, outcome jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(settle_message.secret) then
    return '{"refused": "secret"}';
  end if;
  return to_jsonb(private.settle_outbox(settle_message.id, settle_message.lease, settle_message.outcome));
end
$$;
grant execute on function public.settle_message(text, uuid, uuid, jsonb) to anon, authenticated, service_role;

/* The templates of e-mails, as src/domain/messages/templates.ts lists them. */
create function private.message_templates() returns text[]
language sql immutable
set search_path = ''
return '{enquiry_new,message_new,enquiry_answered,quote_answered,payment_claimed,hold_ending,item_overdue,acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}'::text[];

/*
 * Queues a test of one e-mail, or without a template of sending itself, to the caller's own account: {"id"}. Once per key.
 * Raises 42501 for anyone but admin, PT422 with {"field"}.
 */
create function public.queue_test_message(template text, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'queue_test_message:' || auth.uid();
  queued jsonb;
begin
  perform private.require_staff('admin');
  if queue_test_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif not coalesce(queue_test_message.template = any (private.message_templates()), true) then
    perform private.refuse('template', 'There is no such e-mail.');
  end if;
  queued := private.claim_idempotency_key(scope, queue_test_message.key, jsonb_build_array(queue_test_message.template));
  if queued is not null then
    return queued;
  end if;
  insert into private.outbox as made (channel, template, audience, user_id, requested_by, params)
  values ('email', 'test', 'person', auth.uid(), auth.uid(),
    jsonb_build_object('sample_of', queue_test_message.template))
  returning jsonb_build_object('id', made.id) into queued;
  perform private.bind_idempotency_key(scope, queue_test_message.key, queued);
  return queued;
end
$$;
grant execute on function public.queue_test_message(text, uuid) to authenticated;

/*
 * A message that the caller asked for: {"id", "state", "reason", "problem", "attempts", "due_at", "sent_at"}; null for any
 * other. Raises 42501 for anyone but admin and crm_user.
 */
create function public.outbox_message(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('id', asked.id, 'state', asked.state, 'reason', asked.reason, 'problem', asked.problem,
      'attempts', asked.attempts, 'due_at', private.iso_time(asked.due_at), 'sent_at', private.iso_time(asked.sent_at))
    from private.outbox as asked where asked.id = outbox_message.id and asked.requested_by = auth.uid());
end
$$;
grant execute on function public.outbox_message(uuid) to authenticated;
