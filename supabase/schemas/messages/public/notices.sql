/*
 * The caller's notices: {"settings": {"screen", "sound", "push": events, "quiet_from", "quiet_to": HH:MM or null},
 * "key": public key for subscriptions, null until a process sends notices, "devices": [{"id", "endpoint", "device",
 * "created_at", "last_ok"}], newest first}. Raises 42501 for anyone but admin and crm_user.
 */
create function public.notices() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  chosen private.notice_settings;
begin
  perform private.require_staff('admin', 'crm_user');
  chosen := private.notice_choice(person);
  return jsonb_build_object(
    'settings', jsonb_build_object('screen', chosen.screen, 'sound', chosen.sound, 'push', chosen.push,
      'quiet_from', to_char(chosen.quiet_from, 'HH24:MI'), 'quiet_to', to_char(chosen.quiet_to, 'HH24:MI')),
    'key', (select kept.public_key from private.push_keys as kept),
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', device.id, 'endpoint', device.endpoint,
        'device', device.device, 'created_at', private.iso_time(device.created_at),
        'last_ok', private.iso_time(device.last_ok)) order by device.created_at desc, device.id), '[]')
      from private.live_subscriptions() as device where device.user_id = person));
end
$$;

grant execute on function public.notices() to authenticated;
