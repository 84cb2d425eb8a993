/* Enough of a mobile number for its owner to see a slip, and no more: `…43210`; null without one. */
create function private.masked_mobile(mobile text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '…' || right(masked_mobile.mobile, 5)
$$;
