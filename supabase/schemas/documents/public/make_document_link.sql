/*
 * Makes a link for one sending of an issued document: {"id", "secret", "expires_at"}; the secret cannot be read again.
 * A quote's link is valid until 30 days after the quote, others for 180 days. preview: opens drafts too, for an hour,
 * and cannot answer.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a draft, 'erased' when the customer's data was erased.
 */
create function public.make_document_link(
  document uuid,
  preview boolean default false,
  key uuid default null
) returns jsonb
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
  select * into linked from public.documents where documents.id = make_document_link.document;
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
  made.customer_id := private.remaining_customer(linked.customer_id);
  made.expires_at := case
    when is_preview then clock_timestamp() + interval '1 hour' else private.document_link_ends(linked) end;
  answer := private.make_link(made, make_document_link.key);
  select * into made from private.links as link where link.id = (answer ->> 'id')::uuid;
  -- A repeat with the key finds a link of an earlier transaction.
  if not is_preview and made.created_at = now() then
    perform private.record_document_event(linked, 'document_sent');
  end if;
  return answer || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

grant execute on function public.make_document_link(uuid,boolean,uuid) to authenticated;
