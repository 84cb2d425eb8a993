/*
 * Documents whose number a text is or begins, or that have its number within their year: 'inv/26-27/0012', 'inv 12',
 * '26-27/12', '0012', 'inv/26-27/00'. At most ten, of each number the newest revision: [{"id", "rank"}], rank 0 for a
 * whole number.
 * said: in lower case.
 */
create function private.found_documents(said text) returns table (id uuid, rank numeric)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- 'inv/26-27/0012' gives inv, 26-27 and 12.
  parts constant text[] := regexp_match(said,
    '^(?:([a-z]{1,4}|[a-z0-9]{1,4}(?=/))[ /-]*)?(?:([0-9]{2}-[0-9]{2})[ /-]*)?0*([1-9][0-9]{0,8})$');
begin
  if parts is null and said !~ '^[a-z0-9]{1,4}/' then
    return;
  end if;
  return query
    select distinct on (document.number) document.id,
      case when lower(document.number) = said then 0 when hit.is_within then 0.9 else 1 end
    from (
      (select listed.id, true as is_within from public.documents as listed
        where listed.sequence = parts[3]::integer and coalesce(listed.fy = parts[2], true)
          and coalesce(starts_with(lower(listed.number), parts[1]), true)
        order by listed.date desc limit 10)
      union all
      (select listed.id, false from public.documents as listed
        where said ~ '^[a-z0-9]{1,4}/' and listed.number between upper(said) and upper(said) || '~'
        order by listed.number desc limit 10)
    ) as hit join public.documents as document using (id)
    order by document.number, document.revision desc, hit.is_within desc;
end
$$;
