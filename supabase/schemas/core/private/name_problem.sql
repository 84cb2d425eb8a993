/*
 * Why a text cannot be a name or an address, as a sentence that says what to do; null where it can. Invisible are
 * control characters and those that turn the direction of the text around it; lines of an address may end.
 * Twin: `nameProblem` in src/domain/plain-name.ts; both are tested with the same cases.
 */
create function private.name_problem(value text, is_multiline boolean default false) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when name_problem.value ~ '[<>]' then 'Please remove the characters < and >'
    when case when is_multiline then replace(replace(name_problem.value, e'\n', ''), e'\t', '') else name_problem.value end
      ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
      then 'This has invisible characters: please delete it and type it again' end
$$;
