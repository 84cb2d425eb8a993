/*
 * Whether the caller may see, make and revoke a link: admins all, other CRM staff their own calendar, and those of
 * crew members with their day sheets.
 */
create function private.may_manage_link(user_id uuid, item_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_staff('admin')
    or may_manage_link.item_id is not null or coalesce(may_manage_link.user_id = auth.uid(), false)
$$;
