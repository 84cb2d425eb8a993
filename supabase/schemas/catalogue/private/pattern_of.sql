/* The LIKE pattern of texts that contain one: '50%' gives '%50\%%'. */
create function private.pattern_of(part text) returns text
language sql immutable parallel safe
return '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%';
