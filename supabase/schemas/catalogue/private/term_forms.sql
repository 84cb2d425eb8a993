/* A word and the singulars that it may be the plural of: 'dresses' gives {dresses,dress,dresse}. */
create function private.term_forms(term text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_remove(array[
    term,
    case when term ~ '..[^aeiou]ies$' then left(term, -3) || 'y' end,
    case when term ~ '..ves$' then left(term, -3) || 'f' end,
    case when term ~ '..(s|x|z|ch|sh)es$' then left(term, -2) end,
    case when term ~ '..[^s]s$' then left(term, -1) end
  ], null)
$$;
