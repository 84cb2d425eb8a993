/*
 * The wishes for lines of a document, as {"position", "text"} each, in the order of the lines; empty texts are left out.
 * Raises PT422 with {"field": "changes", "index"}.
 */
create function private.checked_wishes(changes jsonb, content jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wish jsonb;
  place integer;
  typed text;
  wishes jsonb := '{}';
  line integer;
begin
  if changes is null or changes = 'null' then
    return '[]';
  elsif jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > 1000 then
    perform private.refuse('changes', 'The changes cannot be read. Please load the page again.');
  end if;
  for wish, place in select value, ordinality from jsonb_array_elements(changes) with ordinality loop
    typed := private.plain_text(wish ->> 'text');
    line := private.whole_number(wish -> 'position', 0, 32767);
    if jsonb_typeof(wish) <> 'object' or char_length(typed) > 500 or line is null or not exists (
      select from jsonb_array_elements(content -> 'lines') as shown where (shown ->> 'position')::integer = line
    ) then
      raise exception using errcode = 'PT422',
        message = case when char_length(typed) > 500 then 'A change can have 500 characters.' else 'This line is not part of the quote.' end,
        detail = jsonb_build_object('field', 'changes', 'index', place - 1)::text;
    elsif typed is not null then
      wishes := wishes || jsonb_build_object(line, typed);
    end if;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', listed.key::integer, 'text', listed.value)
      order by listed.key::integer), '[]')
    from jsonb_each(wishes) as listed);
end
$$;
