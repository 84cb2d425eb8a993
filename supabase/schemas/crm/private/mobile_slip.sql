/*
 * Difference of two mobiles where one may be the other mistyped: 'digit' where one digit differs, 'exchanged' where two
 * neighbouring digits are exchanged; null otherwise.
 */
create function private.mobile_slip(one text, other text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- The first digit that differs; from there on the mobiles must be equal but for it, or it and the next.
  at integer := 1;
begin
  if length(one) <> length(other) or one = other then
    return null;
  end if;
  while substr(one, at, 1) = substr(other, at, 1) loop
    at := at + 1;
  end loop;
  return case
    when substr(one, at + 1) = substr(other, at + 1) then 'digit'
    when substr(one, at + 2) = substr(other, at + 2) and substr(one, at, 2) = reverse(substr(other, at, 2))
      then 'exchanged' end;
end
$$;
