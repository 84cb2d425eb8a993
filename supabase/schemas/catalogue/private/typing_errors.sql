/*
 * The number of typing errors between two words: letters omitted, inserted, replaced, or swapped with
 * the next one.
 */
create function private.typing_errors(typed text, meant text) returns integer
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  a constant text[] := string_to_array(typed, null);
  b constant text[] := string_to_array(meant, null);
  -- Rows of the distance matrix: the errors between the first i typed letters and the first j meant
  -- letters, for i - 2, i - 1 and i.
  earlier integer[];
  above integer[] := array(select generate_series(0, cardinality(b)));
  here integer[];
  least_errors integer;
begin
  for i in 1 .. cardinality(a) loop
    here := array[i];
    for j in 1 .. cardinality(b) loop
      least_errors := least(above[j + 1] + 1, here[j] + 1, above[j] + (a[i] <> b[j])::integer);
      if i > 1 and j > 1 and a[i] = b[j - 1] and a[i - 1] = b[j] then
        least_errors := least(least_errors, earlier[j - 1] + 1);
      end if;
      here := here || least_errors;
    end loop;
    earlier := above;
    above := here;
  end loop;
  return above[cardinality(b) + 1];
end
$$;
