/*
 * The valid links of calendars and day sheets that the caller may manage, of everybody or of one member of staff or
 * crew, newest first, at most 200: [{"id", "kind", "subject": 'studio', 'staff' or 'crew', "person": id or null, "name", "day", "created_at",
 * "created_by": name, "last_opened"}]. Links to documents are listed with their document.
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.calendar_links(person uuid default null) returns jsonb
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

grant execute on function public.calendar_links(uuid) to authenticated;
