/* Refuses an archived item as a component. */
create function private.refuse_archived_component() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  name text;
begin
  select item.name into name from public.items as item
  where item.id = new.component_id and item.archived_at is not null;
  if found then
    perform private.refuse('components', format('"%s" is archived. Choose another.', name));
  end if;
  return new;
end
$$;
