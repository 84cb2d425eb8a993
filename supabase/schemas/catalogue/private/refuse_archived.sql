/* Refuses to activate an archived item. Trigger of the registry, which every change of an item passes. */
create function private.refuse_archived() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', detail = '{"reason": "archived"}',
    message = format('%s is archived. Restore it first.', new.code);
end
$$;
