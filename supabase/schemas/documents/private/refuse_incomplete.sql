/*
 * Refuses to issue a draft while something is missing, a list of private.document_missing: PT409 {"reason": "incomplete",
 * "missing"}, whose message names all of it.
 */
create function private.refuse_incomplete(missing jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if missing <> '[]' then
    raise exception using errcode = 'PT409',
      message = (
        select string_agg(named.text, ' ' order by named.place)
        from (
          select one.value ->> 'text' as text, min(one.place) as place
          from jsonb_array_elements(missing) with ordinality as one (value, place) group by one.value ->> 'text'
        ) as named),
      detail = jsonb_build_object('reason', 'incomplete', 'missing', missing)::text;
  end if;
end
$$;
