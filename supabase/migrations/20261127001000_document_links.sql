-- Links that open a document without signing in: those sent to customers, and the previews of staff.

alter table private.links add column document_id uuid;
alter table private.links add constraint links_document_id_fkey
  foreign key (document_id) references public.documents (id) on delete cascade;
alter table private.links drop constraint links_subject_check;
alter table private.links add constraint links_subject_check check (case
  when kind = 'calendar' then document_id is null
    and for_studio::integer + num_nonnulls(user_id, item_id) = 1 and num_nonnulls(day, note, expires_at) = 0
  when kind = 'day_sheet' then document_id is null
    and not for_studio and user_id is null and num_nulls(item_id, day, expires_at) = 0
  when kind in ('document', 'document_preview') then not for_studio
    and num_nonnulls(user_id, item_id, day, note) = 0 and num_nulls(document_id, expires_at) = 0
  else false end);
create index links_document_id_idx on private.links (document_id);

-- A preview is not logged. A sent link is an event of its order or enquiry; the log has its revocation.
drop trigger links_activity_insert on private.links;
drop trigger links_activity_update on private.links;
drop trigger links_activity_delete on private.links;
select private.add_activity_log('private.links', 'crm', 'link', 'written.id',
  'case written.kind when ''day_sheet'' then ''Day sheet'' when ''document'' then ''Document'' else ''Calendar'' end || '' of '' || coalesce(
    private.person_name(written.user_id), (select item.name from public.items as item where item.id = written.item_id),
    (select customer.customer_number from public.documents as document
      join public.customers as customer on customer.id = document.customer_id where document.id = written.document_id), ''the studio'')',
  'kind,day,revoked_at', 'written.kind <> ''document_preview'' and (written.document_id is null or written.revoked_at is not null)');

/*
 * Makes a link under a key: {"id", "secret"}. A repeat with the key gives the same link a new secret, because only its
 * hash was stored.
 */
create or replace function private.make_link(made private.links, key uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  new_token constant bytea := sha256(convert_to(secret, 'UTF8'));
  earlier jsonb;
  link_id uuid;
begin
  if make_link.key is null then
    raise exception 'key is required.' using errcode = 'PT422', detail = '{"field": "key"}';
  end if;
  earlier := private.claim_idempotency_key('make_link:' || auth.uid(), make_link.key,
    jsonb_build_array(made.kind, made.for_studio, made.user_id, made.item_id, made.day,
      encode(sha256(convert_to(coalesce(made.note, ''), 'UTF8')), 'hex'), made.document_id));
  if earlier is not null then
    update private.links as link set token = new_token
    where link.id = (earlier ->> 'id')::uuid and link.revoked_at is null;
    return earlier || jsonb_build_object('secret', secret);
  end if;
  insert into private.links (kind, for_studio, user_id, item_id, day, note, document_id, expires_at, token, created_by)
  values (made.kind, made.for_studio, made.user_id, made.item_id, made.day, made.note, made.document_id, made.expires_at,
    new_token, auth.uid())
  returning id into link_id;
  update private.idempotency_keys as claimed set response = jsonb_build_object('id', link_id)
  where claimed.scope = 'make_link:' || auth.uid() and claimed.key = make_link.key;
  return jsonb_build_object('id', link_id, 'secret', secret);
end
$$;

/*
 * Makes a link for one sending of an issued document: {"id", "secret", "expires_at"}; the secret cannot be read again.
 * A quote's link is valid until 30 days after the quote, others for 180 days. preview: opens drafts too, for an hour,
 * and cannot answer.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a draft, 'erased' when the customer's data was erased.
 */
create function public.make_document_link(document uuid, preview boolean default false, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  linked public.documents;
  made private.links;
  is_preview constant boolean := coalesce(make_document_link.preview, false);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into linked from public.documents as known where known.id = make_document_link.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  if not is_preview then
    if linked.state = 'draft' then
      raise exception 'Issue this document before you send it.'
        using errcode = 'PT409', detail = '{"reason": "incomplete"}';
    end if;
    -- why locked: an erasure at the same moment revokes this link, or is seen here.
    perform from public.customers as customer
    where customer.id = linked.customer_id and customer.erased_at is null for share;
    if not found then
      raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
    end if;
  end if;
  made.kind := case when is_preview then 'document_preview' else 'document' end;
  made.for_studio := false;
  made.document_id := linked.id;
  made.expires_at := case
    when is_preview then clock_timestamp() + interval '1 hour'
    when linked.kind = 'quote' then
      (greatest(linked.valid_until, private.today()) + 31)::timestamp at time zone 'Asia/Kolkata'
    else (private.today() + 181)::timestamp at time zone 'Asia/Kolkata' end;
  answer := private.make_link(made, make_document_link.key);
  select * into made from private.links as known where known.id = (answer ->> 'id')::uuid;
  -- A repeat with the key finds a link of an earlier transaction.
  if not is_preview and made.created_at = now() then
    perform private.record_document_event(linked, 'document_sent');
  end if;
  return answer || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;
grant execute on function public.make_document_link(uuid, boolean, uuid) to authenticated;

/* Records what happened to a document on the timeline of its order or enquiry; to_value is its number. */
create function private.record_document_event(document public.documents, what text) returns void
language sql
set search_path = ''
as $$
  -- why the remaining customer: an issued document stays with a customer who was merged.
  select private.record_event(customer.id,
    case when document.order_id is not null then 'order' when document.enquiry_order_id is not null then 'enquiry'
      else 'customer' end,
    coalesce(document.order_id, document.enquiry_order_id, customer.id), record_document_event.what, null, document.number)
  from (select private.remaining_customer(document.customer_id) as id) as customer
$$;

/*
 * The valid links of calendars and day sheets that the caller may manage, of everybody or of one member of staff or
 * crew, newest first, at most 200: [{"id", "kind", "subject": 'studio', 'staff' or 'crew', "person": id or null, "name", "day", "created_at",
 * "created_by": name, "last_opened"}]. Links to documents are listed with their document.
 * Raises 42501 for anyone but admin and crm_user.
 */
create or replace function public.calendar_links(person uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(told order by created_at desc, id), '[]')
    from (
      select link.id, link.created_at, jsonb_build_object('id', link.id, 'kind', link.kind,
        'subject', case when link.for_studio then 'studio' when link.user_id is not null then 'staff' else 'crew' end,
        'person', coalesce(link.user_id, link.item_id), 'name', coalesce(profile.display_name, item.name),
        'day', link.day, 'created_at', private.iso_time(link.created_at), 'created_by', maker.display_name,
        'last_opened', link.last_opened) as told
      from private.links as link
        left join public.user_profiles as profile on profile.id = link.user_id
        left join public.user_profiles as maker on maker.id = link.created_by
        left join public.items as item on item.id = link.item_id
      where link.document_id is null and link.revoked_at is null
        and (link.expires_at is null or link.expires_at > clock_timestamp())
        and private.may_manage_link(link.user_id, link.item_id)
        and (calendar_links.person is null or calendar_links.person in (link.user_id, link.item_id))
      order by link.created_at desc, link.id limit 200
    ) as listed
  );
end
$$;
/*
 * Ends a link for good; a repeat changes nothing: {"id"}. All CRM staff may end links to documents. Raises
 * 42501 for anyone who may not manage it, PT404 for an unknown one.
 */
create or replace function public.revoke_link(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into link from private.links as known where known.id = revoke_link.id for update;
  if not found then
    raise exception 'This link does not exist.' using errcode = 'PT404';
  elsif link.document_id is null and not private.may_manage_link(link.user_id, link.item_id) then
    perform private.require_staff('admin');
  end if;
  update private.links as known set revoked_at = coalesce(known.revoked_at, now()) where known.id = revoke_link.id;
  return jsonb_build_object('id', revoke_link.id);
end
$$;
