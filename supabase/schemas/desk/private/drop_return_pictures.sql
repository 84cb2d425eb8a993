/* Removes the pictures of an order that is about to be deleted. */
create function private.drop_return_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array[old.id]);
  return old;
end
$$;
