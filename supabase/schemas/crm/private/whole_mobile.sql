/*
 * A mobile number in any notation as it is stored, '+91' and ten digits; a text that is none is returned trimmed, for
 * the check to refuse. Twin: `wholeMobile` in src/domain/enquiry/mobile.ts; both are tested with the same cases.
 */
create function private.whole_mobile(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  said constant text := private.mobile_notation(value);
  number text := ltrim(regexp_replace(said, '[^0-9]', '', 'g'), '0');
begin
  if said ~ '^[^0-9]*(\+|0[^0-9]*0)' then
    if number not like '91%' then
      return private.trimmed(value);
    end if;
    number := ltrim(substr(number, 3), '0');
  end if;
  while length(number) > 10 and number like '91%' loop
    number := ltrim(substr(number, 3), '0');
  end loop;
  return case when length(number) = 10 then '+91' || number else private.trimmed(value) end;
end
$$;
