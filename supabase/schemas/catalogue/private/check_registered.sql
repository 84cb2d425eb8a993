/* Fails unless as many items were registered as there are: the rest have ids of another kind's items. */
create function private.check_registered(kind text, registered bigint, wanted bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if registered <> wanted then
    raise exception 'An item of another kind has the id of this %.', check_registered.kind
      using errcode = 'unique_violation', schema = 'public', table = 'items', constraint = 'items_pkey';
  end if;
end
$$;
