/*
 * Adds a statement's changes to one count. Trigger arguments: the count's column, and the expression that
 * a row adds to it.
 * why: at the end of the statement and in key order, so that two statements that change the same counts
 * wait for each other without a deadlock.
 */
create function private.count_for_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changes text[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := changes || format('select customer_id, %s from new_rows', tg_argv[1]);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select customer_id, -(%s) from old_rows', tg_argv[1]);
  end if;
  execute format(
    'insert into private.lead_figures as figures (customer_id, %1$I)
     select customer_id, sum(n) from (%2$s) as changed (customer_id, n)
     group by customer_id having sum(n) <> 0 order by customer_id
     on conflict (customer_id) do update set %1$I = figures.%1$I + excluded.%1$I',
    tg_argv[0], array_to_string(changes, ' union all '));
  return null;
end
$$;
