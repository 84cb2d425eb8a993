/* The differences between two versions of an order's lines, one row for each line that differs. lines: rows by id. */
create function private.line_changes(former jsonb, lines jsonb)
returns table (id uuid, was jsonb, became jsonb)
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(old.key, new.key)::uuid, old.value - '{hired,taken}'::text[], new.value - '{hired,taken}'::text[]
  from jsonb_each(former) as old full join jsonb_each(lines) as new using (key)
  where old.value - '{hired,taken}'::text[] is distinct from new.value - '{hired,taken}'::text[]
$$;
