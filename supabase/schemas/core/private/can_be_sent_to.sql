/*
 * Whether a mail server takes an address without an extension for other scripts: plain signs before the @, none that end
 * an address. Twin: `isEmail` in src/domain/email.ts.
 */
create function private.can_be_sent_to(email text) returns boolean
language sql immutable parallel safe
return private.is_email(email)
  and email ~ '^[!#-''*+./0-9=?A-Z^-~-]+@[^[:space:]@<>(),;:"\[\]\\]+$' collate "C";
