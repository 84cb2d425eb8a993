/* Text of a billing profile that searches compare with. */
create function private.company_text(legal_name text, label text) returns text
language sql immutable parallel safe
return (private.compared(legal_name) || e'\n' || private.compared(label)) collate "C";
