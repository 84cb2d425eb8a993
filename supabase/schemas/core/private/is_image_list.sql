/* At most three pictures, each an http(s) URL or a path from the site's root; `//host` is neither. */
create function private.is_image_list(images text[]) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_ndims(images), 1) = 1
    and cardinality(images) <= 3
    and not exists (
      select from unnest(images) as image
      where image is null
        or char_length(image) > 2000
        or image !~ '^(https?://[^\s/\\]|/[^\s/\\])[^\s\\]*$'
    )
$$;

grant execute on function private.is_image_list(text[]) to authenticated, service_role;
