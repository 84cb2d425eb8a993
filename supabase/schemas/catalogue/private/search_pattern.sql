/* The LIKE pattern of the compared texts (private.compared) that contain what was typed. */
create function private.search_pattern(q text) returns text
language sql immutable parallel safe
return private.pattern_of(private.compared(private.typed_search(q)));
