-- A session that ends is announced on the channel `sessions_ended`, so that each process closes the
-- channels that it opened.
-- why: sessions end seldom, so the lock that a notification takes at the commit costs nothing.
create function backend.announce_ended_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_notify('sessions_ended', ended.id::text) from ended;
  return null;
end
$$;
revoke execute on function backend.announce_ended_sessions() from public;

create trigger sessions_ended after delete on auth.sessions
  referencing old table as ended
  for each statement execute function backend.announce_ended_sessions();
