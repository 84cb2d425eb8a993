/*
 * Links that were made to send a document, newest first, at most 200: [{"id", "created_at", "expires_at", "revoked_at",
 * "last_opened"}].
 */
create function private.document_links_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', private.iso_time(sent.created_at),
    'expires_at', private.iso_time(sent.expires_at), 'revoked_at', private.iso_time(sent.revoked_at),
    'last_opened', sent.last_opened) order by sent.created_at desc, sent.id desc), '[]')
  from (
    select * from private.links as made where made.document_id = document_links_of.document and made.kind = 'document'
    order by made.created_at desc, made.id desc limit 200
  ) as sent
$$;
