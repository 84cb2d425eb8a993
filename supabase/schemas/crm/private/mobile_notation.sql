/* A written mobile number with digits 0 to 9 and without a '+91' before another country code (`readNumber` in src/domain/enquiry/mobile.ts). */
create function private.mobile_notation(value text) returns text
language sql immutable parallel safe
return regexp_replace(private.latin_digits(left(private.trimmed(value), 100)), '^\+91\s*(?=\+|00)', '');
