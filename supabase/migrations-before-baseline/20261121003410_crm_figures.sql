-- How many open enquiries, orders and messages each customer has, kept as they change: the lists
-- sort by them, and totals come from here, not from reading all enquiries.

create table private.lead_figures (
  customer_id uuid not null,
  open_enquiries integer not null default 0,
  orders integer not null default 0,
  messages integer not null default 0,
  unhandled_messages integer not null default 0,
  constraint lead_figures_pkey primary key (customer_id),
  constraint lead_figures_customer_id_fkey
    foreign key (customer_id) references public.customers (id) on delete cascade
);

alter table private.lead_figures enable row level security;

/*
 * Trigger arguments: a figure, and what one row adds to it. Adds what a statement changed.
 * why: at the end of the statement and in the order of the key, so that two statements that change
 * the same figures wait for each other and never in a circle.
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
    'insert into private.lead_figures as known (customer_id, %1$I)
     select customer_id, sum(n) from (%2$s) as changed (customer_id, n)
     group by customer_id having sum(n) <> 0 order by customer_id
     on conflict (customer_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_argv[0], array_to_string(changes, ' union all '));
  return null;
end
$$;

/* Counts everything again, for the owner: after data came in with the triggers off. Writers wait. */
create function private.recount_leads() returns void
language plpgsql
set search_path = ''
as $$
begin
  lock table public.enquiry_orders, public.orders, public.contact_enquiries in share row exclusive mode;
  delete from private.lead_figures;
  insert into private.lead_figures (customer_id, open_enquiries, orders, messages, unhandled_messages)
  select customer_id, sum(open_enquiry), sum(made), sum(sent), sum(unhandled)
  from (
    select customer_id, (status <> 'converted')::integer, 0, 0, 0 from public.enquiry_orders
    union all select customer_id, 0, 1, 0, 0 from public.orders
    union all select customer_id, 0, 0, 1, (handled_at is null)::integer from public.contact_enquiries
  ) as counted (customer_id, open_enquiry, made, sent, unhandled)
  group by customer_id;
end
$$;

do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('enquiry_orders', 'open_enquiries', '(status <> ''converted'')::integer'),
    ('orders', 'orders', '1'),
    ('contact_enquiries', 'messages', '1'),
    ('contact_enquiries', 'unhandled_messages', '(handled_at is null)::integer')
  ) as listed (name, figure, share) loop
    execute format('create trigger %1$I after insert on public.%2$I
      referencing new table as new_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'insert'), counted.name, counted.figure, counted.share);
    execute format('create trigger %1$I after update on public.%2$I
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'update'), counted.name, counted.figure, counted.share);
    execute format('create trigger %1$I after delete on public.%2$I
      referencing old table as old_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'delete'), counted.name, counted.figure, counted.share);
  end loop;
end
$$;

select private.recount_leads();
