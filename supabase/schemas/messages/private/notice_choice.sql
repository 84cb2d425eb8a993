/*
 * The choice of a person: their own, or the defaults of their role. A CRM user is told of everything; an admin's
 * devices are not told of the work of a day.
 */
create function private.notice_choice(person uuid) returns private.notice_settings
language plpgsql stable
set search_path = ''
as $$
declare
  chosen private.notice_settings;
begin
  select * into chosen from private.notice_settings as own where own.user_id = person;
  if not found then
    chosen.user_id := person;
    chosen.screen := private.live_events();
    chosen.sound := array['enquiry_new', 'message_new'];
    select case profile.role when 'crm_user' then private.notice_events() when 'admin' then private.live_events()
      else '{}' end
    into chosen.push from public.user_profiles as profile where profile.id = person;
  end if;
  return chosen;
end
$$;
