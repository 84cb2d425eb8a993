-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * A first name as a notice shows it, or null where the typed text is too long for a name or could be an address.
 * why so strict: a stranger may type anything, and it is shown on a locked screen.
 */
create function private.notice_name(typed text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select private.trimmed(typed)
  where char_length(private.trimmed(typed)) <= 40 and typed !~ '[[:cntrl:][:digit:]/\\:@<>]|\.\S{2}|www'
$$;
