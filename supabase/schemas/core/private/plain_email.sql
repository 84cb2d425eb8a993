/*
 * An address without what is copied around it: mailto:, brackets, quotes, a comma or dot behind it, marks without width.
 * Twin: `plainEmail` in src/domain/email.ts; both are tested with the same cases.
 */
create function private.plain_email(value text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(private.trimmed(left(value, 1000)),
  '^[<(\[{[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*(mailto:)?[<(\[{[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*', '', 'i'),
  '[>)\]},;.[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+$', '');
