/*
 * Trims white space as browsers do (String.prototype.trim), no-break and zero-width spaces included.
 * why: a SQL-standard body, which is inlined and needs no search_path.
 */
create function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, E' \t\n\r\f\u000b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff');

grant execute on function private.trimmed(text) to authenticated, service_role;
