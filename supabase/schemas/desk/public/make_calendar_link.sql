/*
 * Makes the address of a calendar: {"id", "secret"}; the secret cannot be read again. Of the studio (for admins), of a
 * member of CRM staff (for admins and that member), or of a crew member.
 * Raises 42501 for anyone else, PT404 for an unknown person, PT422 with the field for a wrong subject or no key.
 */
create function public.make_calendar_link(
  subject text,
  person uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  made.kind := 'calendar';
  made.for_studio := coalesce(subject = 'studio', false);
  if subject = 'staff' then
    made.user_id := person;
    if not exists (select from public.user_profiles where id = person and role in ('admin', 'crm_user')) then
      raise exception 'This member of staff does not exist.' using errcode = 'PT404';
    end if;
  elsif subject = 'crew' then
    made.item_id := (private.crew_member(person)).id;
  elsif not made.for_studio or person is not null then
    raise exception 'subject must be studio, staff or crew.' using errcode = 'PT422', detail = '{"field": "subject"}';
  end if;
  if not private.may_manage_link(made.user_id, made.item_id) then
    perform private.require_staff('admin');
  end if;
  return private.make_link(made, key);
end
$$;

grant execute on function public.make_calendar_link(text,uuid,uuid) to authenticated;
