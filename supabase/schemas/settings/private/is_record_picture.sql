/*
 * Whether a stored file belongs to the records of the studio: pictures of items, and of returned pieces. Those that the
 * site's texts and settings show do not.
 */
create function private.is_record_picture(bucket text, name text) returns boolean
language sql stable
set search_path = ''
as $$
  select bucket = 'returns' or bucket = 'catalogue' and not (
    is_record_picture.name like 'site/%' or exists (
      select from private.studio_settings as setting
      where strpos(concat(setting.value, setting.draft), 'catalogue/' || is_record_picture.name) > 0))
$$;
