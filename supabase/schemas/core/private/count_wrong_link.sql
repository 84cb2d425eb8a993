/*
 * Counts a secret that opens nothing against the caller's address; over the limit it raises PT429 with {"retry_after":
 * seconds}. Call it after looking for the link.
 * why only what opens nothing: others behind the same address must not lock out the holder of a valid link, and a secret
 * cannot be found by trying.
 * why not from other sites: a picture on any page would let its visitors use up the limit of their network.
 */
create function private.count_wrong_link() returns void
language plpgsql
set search_path = ''
as $$
begin
  if nullif(current_setting('request.headers', true), '')::json ->> 'sec-fetch-site' = 'cross-site' then
    return;
  end if;
  perform private.check_limit('attempts');
  perform private.use_limits('attempts', null);
end
$$;
