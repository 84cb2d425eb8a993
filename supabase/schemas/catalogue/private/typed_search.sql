/* The typed text of a search, folded (private.folded). Only the first 80 characters count. */
create function private.typed_search(q text) returns text
language sql immutable parallel safe
return private.folded(left(private.trimmed(q), 80));
