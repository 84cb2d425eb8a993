/* A person's test of an e-mail, with the content of a sample that the renderer has. */
create function private.test_delivery(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  address text;
begin
  select account.email into address from auth.users as account where account.id = message.user_id;
  if coalesce(address, '') = '' then
    return '{"skip": "no_address"}';
  end if;
  return jsonb_build_object('to', address, 'sample_of', message.params -> 'sample_of',
    'settings', private.message_settings(), 'texts', private.message_texts(message.params ->> 'sample_of'),
    'content', private.empty_content());
end
$$;
