/*
 * Why a text is no Indian mobile number where it has the code of another country; null otherwise. Twin:
 * `foreignProblem` in src/domain/enquiry/mobile.ts. Codes: ITU-T E.164.
 */
create function private.foreign_mobile_problem(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  said constant text := private.mobile_notation(value);
  number constant text := ltrim(regexp_replace(said, '[^0-9]', '', 'g'), '0');
begin
  if said !~ '^[^0-9]*(\+|0[^0-9]*0)' or number like '91%' or '91' like number || '%' then
    return null;
  end if;
  return format('+%s is not India: only Indian mobile numbers, +91 and 10 digits.', coalesce(
    substring(number from '^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'), left(number, 3)));
end
$$;
