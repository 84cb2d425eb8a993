/*
 * Makes a link under a key: {"id", "secret"}. A repeat with the key gives the same link a new secret, because only its
 * hash was stored.
 */
create function private.make_link(made private.links, key uuid) returns jsonb
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
  insert into private.links (kind, for_studio, user_id, item_id, day, note, document_id, customer_id, expires_at, token,
    created_by)
  values (made.kind, made.for_studio, made.user_id, made.item_id, made.day, made.note, made.document_id,
    made.customer_id, made.expires_at, new_token, auth.uid())
  returning id into link_id;
  update private.idempotency_keys as claimed set response = jsonb_build_object('id', link_id)
  where claimed.scope = 'make_link:' || auth.uid() and claimed.key = make_link.key;
  return jsonb_build_object('id', link_id, 'secret', secret);
end
$$;
