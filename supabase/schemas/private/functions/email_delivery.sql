-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * An e-mail as src/domain/messages/outgoing-message.ts describes it, without what claim_outbox adds, for a row that was
 * just claimed. {"skip": reason} when it must not be sent. A link that it makes is told as "link_id"; row.link_id is
 * a link whose secret reached nobody, to be used again.
 */
create function private.email_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  if message.template <> 'test' then
    return '{"skip": "off"}';
  end if;
  select account.email into address from auth.users as account where account.id = message.user_id;
  if coalesce(address, '') = '' then
    return '{"skip": "no_address"}';
  end if;
  return jsonb_build_object(
    'to', address, 'settings', private.message_settings(), 'texts', '{}'::jsonb,
    'sample_of', message.params -> 'sample_of',
    'content', jsonb_build_object('customer', null, 'rental', null, 'document', null, 'payment', null, 'answer', null,
      'words', null, 'overdue', null, 'path', null));
end
$$;
