/* Sets a limit, for the owner; null removes it. */
create function private.set_limit(name text, per_hour integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.settings as setting set per_hour = set_limit.per_hour
  where setting.name = set_limit.name;
  if not found then
    raise exception 'There is no limit "%". There are: %.', set_limit.name,
      (select string_agg(setting.name, ', ' order by setting.name) from private.settings as setting);
  end if;
end
$$;
