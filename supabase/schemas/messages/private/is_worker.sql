/*
 * Whether a secret is that of the workers. A wrong one counts against the caller's address, and raises PT429 with
 * {"retry_after": seconds} after too many.
 * why the right one always opens: others behind the same address must not stop the studio's messages, and 256 random bits
 * cannot be found by trying.
 */
create function private.is_worker(secret text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from private.worker_secret
    where worker_secret.hash = sha256(convert_to(left(is_worker.secret, 100), 'UTF8'))
  ) then
    return true;
  end if;
  perform private.check_limit('worker secrets');
  perform private.use_limits('worker secrets', null);
  return false;
end
$$;
