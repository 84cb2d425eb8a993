/*
 * A folded text (private.folded) in which dashes are blanks and apostrophes are not read: C-Stand is c stand, Founder’s is
 * founders. After a figure an apostrophe stays, as the sign of feet. A part of a text is a part of this too. Twin:
 * `compared` in src/domain/compared.ts.
 */
create function private.compared(said text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(regexp_replace(private.folded(said), '(?<![0-9])''', '', 'g'), '[ -]+', ' ', 'g'));

grant execute on function private.compared(text) to authenticated, service_role;
