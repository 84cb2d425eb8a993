/* Follows the studio's place and rounding, and the tax classes of kinds: what orders cost with tax. */
create function private.follow_taxation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_estimates();
  return null;
end
$$;
