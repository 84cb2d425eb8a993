/* A text with the digits of Indian scripts as 0 to 9. Twin: `latinDigits` in src/domain/digits.ts. */
create function private.latin_digits(value text) returns text
language sql immutable parallel safe
return translate(value,
  '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
  repeat('0123456789', 9));

grant execute on function private.latin_digits(text) to authenticated, service_role;
