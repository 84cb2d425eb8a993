/* The crew member's item, or PT404. */
create function private.crew_member(item uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  member public.items;
begin
  select * into member from public.items
  where items.id = crew_member.item and items.kind = 'crew' and items.removed_at is null;
  if not found then
    raise exception 'This crew member does not exist.' using errcode = 'PT404';
  end if;
  return member;
end
$$;
