-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Trims white space as browsers do (String.prototype.trim), no-break and zero-width spaces included.
 * why: a SQL-standard body, which is inlined and needs no search_path.
 */
create function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, e' 	\n             ​    　﻿');

grant execute on function private.trimmed(text) to authenticated, service_role;
