/*
 * The LIKE pattern of the mobiles (+91 and ten digits) that a search text means: '+91 90000 25212',
 * '90000-25212', '(0) 90000 25212', '0091 90000 25212' or a part of one. Null if the text is not written
 * as a number, and if search_pattern gives the same pattern.
 */
create function private.mobile_pattern(q text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Spaces, dashes and invisible marks from copied text (U+2000 to U+206F), brackets, dot, slash.
  separators constant text := '[:space:]\u00a0\u00ad\u2000-\u206f\u2212\ufeff()./-';
  needle constant text := left(q, 80);
  digits constant text := regexp_replace(needle, '[^0-9]', '', 'g');
  number text;
begin
  if digits = '' or needle !~ format('^[%1$s]*\+?[0-9%1$s]*$', separators) then
    return null;
  end if;
  number := case
    -- why: with five digits or fewer, leading zeros are those of a code such as ENQ-00042.
    when length(digits) > 5 and digits ~ '^00[1-9]' then '+' || substr(digits, 3)
    when length(digits) > 5 and digits ~ '^0[6-9]' then '+91' || substr(digits, 2)
    when needle like '%+%' then '+' || digits
    else digits
  end;
  -- The trunk 0 after the country's code: '+91 (0) 90000 25212'.
  number := regexp_replace(number, '^\+910(?=[6-9])|^910(?=[6-9][0-9]{9}$)', '+91');
  return nullif('%' || number || '%', private.search_pattern(q));
end
$$;
