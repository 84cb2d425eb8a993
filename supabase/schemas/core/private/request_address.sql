/*
 * The visitor's network address as the gateway reports it (first hop of x-forwarded-for), or null. An
 * IPv6 address counts as its /64, which one connection has to itself.
 */
create function private.request_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  hop text := private.trimmed(split_part(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1));
begin
  -- why: fast path for IPv4; the EXCEPTION block opens a subtransaction.
  if hop ~ '^\d{1,3}(\.\d{1,3}){3}$' then
    return hop;
  end if;
  hop := nullif(regexp_replace(hop, '^::ffff:', '', 'i'), '');
  begin
    return case family(hop::inet) when 6 then network(set_masklen(hop::inet, 64))::text
      else host(hop::inet) end;
  exception when invalid_text_representation then
    return left(lower(hop), 100);
  end;
end
$$;
