/* Raises PT409 unless an admin is left, now that this transaction's changes are made. */
create function private.require_admin_left() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('last admin', 0));
  if not private.has_admin() then
    raise exception 'The last admin must stay.' using errcode = 'PT409';
  end if;
end
$$;
