-- What names and e-mail addresses are checked by is called where it was put into each statement: a
-- check is made ready anew for every statement, and a call is made ready sooner than what it does.

/* Whether a text is a name of a person: not blank, at most 80 characters. */
create or replace function private.is_person_name(name text) returns boolean
-- why: a definer, as the API roles may look up nothing in `private`.
language plpgsql immutable parallel safe security definer
set search_path = ''
as $$
begin
  return private.trimmed(name) <> '' and char_length(name) <= 80;
end
$$;

/* Whether a text looks like an e-mail address (x@y.z, RFC 5321's 254 characters). */
create or replace function private.is_email(email text) returns boolean
language plpgsql immutable parallel safe security definer
set search_path = ''
as $$
begin
  return char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@.]+(\.[^[:space:]@.]+)+$';
end
$$;
