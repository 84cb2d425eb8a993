/* What a search compares of a billing profile. */
create function private.company_text(legal_name text, label text) returns text
language sql immutable parallel safe
return private.without_apostrophes(lower((legal_name || e'\n' || label) collate private.names)) collate "C";
