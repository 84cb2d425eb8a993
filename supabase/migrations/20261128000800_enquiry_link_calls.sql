-- Functions for staff about the page of an enquiry.

/*
 * Makes a link to the page of an enquiry, for a message to its customer: {"id", "secret", "expires_at"}; the secret
 * cannot be read again. A repeat with the key gives the same link a new secret.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown enquiry, PT422 without a key, PT409 with
 * {"reason"}: 'erased' when the customer's data was erased, 'busy'.
 */
create function public.make_enquiry_link(enquiry uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'make_enquiry_link:' || auth.uid();
  asked public.enquiry_orders;
  earlier jsonb;
  made record;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_enquiry_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, make_enquiry_link.key, to_jsonb(make_enquiry_link.enquiry));
  select * into asked from public.enquiry_orders as known where known.id = make_enquiry_link.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  -- why locked: an erasure at the same moment revokes this link, or is seen here.
  perform from public.customers as customer where customer.id = asked.customer_id and customer.erased_at is null for share;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  made := private.new_enquiry_link(asked.id, (earlier ->> 'id')::uuid, true);
  if earlier is null then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'link_made', null, null);
  end if;
  perform private.bind_idempotency_key(scope, make_enquiry_link.key, jsonb_build_object('id', made.id));
  return (
    select jsonb_build_object('id', link.id, 'secret', made.secret, 'expires_at', private.iso_time(link.expires_at))
    from private.enquiry_links as link where link.id = made.id);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;
grant execute on function public.make_enquiry_link(uuid, uuid) to authenticated;

/*
 * Ends all links to the page of an enquiry for good: {"ended": how many}. Raises 42501 for anyone but admin and crm_user,
 * PT404 for an unknown enquiry.
 */
create function public.end_enquiry_links(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked public.enquiry_orders;
  ended integer;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders as known where known.id = end_enquiry_links.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  where link.enquiry_order_id = asked.id and link.revoked_at is null and link.expires_at > clock_timestamp();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'links_ended', null, null);
  end if;
  return jsonb_build_object('ended', ended);
end
$$;
grant execute on function public.end_enquiry_links(uuid) to authenticated;

/*
 * Marks the change that a customer asked for as answered, by a call for example: {"id"}. A repeat changes nothing.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown enquiry, PT409 {"reason": "busy"}.
 */
create function public.settle_enquiry_change(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  asked public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders as known where known.id = settle_enquiry_change.enquiry for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if asked.change_asked_at is not null then
    update public.enquiry_orders as settled set change_asked_at = null where settled.id = asked.id;
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'change_settled', null, null);
  end if;
  return jsonb_build_object('id', asked.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;
grant execute on function public.settle_enquiry_change(uuid) to authenticated;

/* The answers of a customer to their enquiry, newest first, at most 50: [{"answer", "note", "at"}]. */
create function private.answers_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'note', given.note,
    'at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.enquiry_answers as saved where saved.enquiry_order_id = answers_of_enquiry.enquiry
    order by saved.created_at desc, saved.id desc limit 50
  ) as given
$$;

/*
 * An enquiry by number or id, converted or not: its row with customer, items (a deleted item has no name),
 * the order made from it, its timeline, the customer's answers to it (private.answers_of_enquiry), and whether all its
 * lines could be held now (`can_hold`). Null if there is none. 42501 for anyone but admin and crm_user.
 */
create or replace function public.enquiry_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.enquiry_orders', 'enquiry_number', 'public.enquiry_items',
    'enquiry_order_id', private.open_statuses(), enquiry_record.number, enquiry_record.id);
  return told || jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number)
      from public.orders as made where made.enquiry_order_id = (told ->> 'id')::uuid
    ),
    'answers', private.answers_of_enquiry((told ->> 'id')::uuid),
    'can_hold', private.all_fit(told -> 'items'),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;
