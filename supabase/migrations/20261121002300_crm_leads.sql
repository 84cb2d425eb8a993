-- The lists of the CRM (back-office §2 and §9): one call a page, one statement a call, for CRM staff.
-- Here what they share, and the leads.

-- What a needle is compared with: full name, mobile and e-mail. Numbers are compared apart.
alter table public.customers add column search_text text collate "C" not null generated always as (
  lower((first_name || ' ' || last_name || E'\n' || mobile || E'\n' || email) collate private.names)
) stored;

-- why: column by column. A generated column is not there yet when the trigger asks, so a whole row
-- always differs from the one before.
drop trigger customers_updated_at on public.customers;
create trigger customers_updated_at before update on public.customers
  for each row when (
    (old.customer_number, old.first_name, old.last_name, old.mobile, old.email, old.assigned_to, old.created_at)
    is distinct from
    (new.customer_number, new.first_name, new.last_name, new.mobile, new.email, new.assigned_to, new.created_at)
  )
  execute function private.touch_updated_at();

create index customers_search_idx on public.customers
  using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);
create index customers_name_idx on public.customers ((first_name || ' ' || last_name), id);
create index enquiry_orders_search_idx on public.enquiry_orders
  using gin (lower(enquiry_number) extensions.gin_trgm_ops);
create index enquiry_orders_open_idx on public.enquiry_orders (created_at, id)
  where status <> 'converted';
create index enquiry_orders_rental_idx on public.enquiry_orders (coalesce(rental_from, 'infinity'), id)
  where status <> 'converted';
create index orders_search_idx on public.orders using gin (lower(order_number) extensions.gin_trgm_ops);
create index orders_rental_idx on public.orders (coalesce(rental_from, 'infinity'), id);

/* The sort value and id in a cursor, as texts of their types. Raises PT400 for anything but a cursor of this sort. */
create or replace function private.read_cursor(cursor text, sort text, out sort_value text, out id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort or jsonb_array_length(parts) <> 3 then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  id := (parts ->> 2)::uuid;
  case
    when sort in ('newest', 'oldest') then perform sort_value::timestamptz;
    when sort = 'rental_from' then perform sort_value::date;
    when sort = 'name' then null;
    else perform sort_value::numeric;
  end case;
  if sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

/*
 * One page of a CRM list: {"total": n, "items": […], "next": cursor or null}.
 *
 * matches: statement of (id, sort_value) for all that match. row_value and row_source: what makes an
 * item of `page`'s id, and the joins it needs. Identifiers in them are written here, values are
 * parameters: $1 pattern, $2 filters, $3 and $4 the cursor's sort value and id, $5 size, $6 sort.
 */
create function private.crm_page(
  matches text, row_value text, row_source text, q text, filters jsonb, sort text, cursor text, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  wanted_size constant integer := coalesce(size, 24);
  direction constant text := case sort when 'newest' then 'desc' else 'asc' end;
  after record;
  result jsonb;
begin
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, sort);
  end if;
  execute format(
    -- why: a needle is looked up once; without one, the count and the page each have an index.
    'with found as %1$s materialized (%2$s), page as (
       select cut.*, row_number() over (order by sort_value %3$s, id %3$s) as place
       from (select * from found%4$s order by sort_value %3$s, id %3$s limit $5 + 1) as cut
     )
     select jsonb_build_object(
       ''total'', (select count(*) from found),
       ''items'', (select coalesce(jsonb_agg(%5$s order by place), ''[]'') from page %6$s where place <= $5),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    case when pattern = '%%' then 'not' end, matches, direction,
    case when cursor is not null then format(' where (sort_value, id) %s ($3::%s, $4)',
      case direction when 'desc' then '<' else '>' end,
      case sort when 'name' then 'text' when 'rental_from' then 'date' else 'timestamptz' end) end,
    row_value, row_source)
  into result
  using pattern, filters, after.sort_value, after.id, wanted_size, sort;
  return result;
end
$$;

/*
 * Leads: customers with how many open enquiries, orders and messages they have.
 *
 * q: first or last name, both with a space between, e-mail, mobile, customer number.
 * assigned_to: only those of this member of staff; unassigned: only those of nobody.
 * sort: newest, oldest, name. cursor: `next` of the page before. size: 1 to 100.
 * Raises PT400 for what it does not know, 42501 for anyone but admin and crm_user.
 */
create function public.search_leads(
  q text default '', assigned_to uuid default null, unassigned boolean default false,
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  wanted_sort constant text := coalesce(sort, 'newest');
begin
  perform private.require_staff('admin', 'crm_user');
  if wanted_sort not in ('newest', 'oldest', 'name') then
    raise exception 'sort must be newest, oldest or name.' using errcode = 'PT400';
  end if;
  return private.crm_page(
    format('select id, %s as sort_value from public.customers where true%s%s%s',
      case wanted_sort when 'name' then '(first_name || '' '' || last_name)' else 'created_at' end,
      case when private.search_pattern(coalesce(q, '')) <> '%%'
        then ' and (search_text like $1 or lower(customer_number) like $1)' end,
      case when search_leads.assigned_to is not null
        then ' and assigned_to = ($2 ->> ''assigned_to'')::uuid' end,
      case when unassigned then ' and assigned_to is null' end),
    -- why: counted for the rows of the page only; counting for all and joining is 100 times the work.
    'jsonb_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
      ''first_name'', lead.first_name, ''last_name'', lead.last_name, ''email'', lead.email,
      ''mobile'', lead.mobile, ''assigned_to'', lead.assigned_to, ''created_at'', lead.created_at,
      ''open_enquiries'', (select count(*) from public.enquiry_orders as asked
        where asked.customer_id = lead.id and asked.status <> ''converted''),
      ''orders'', (select count(*) from public.orders as made where made.customer_id = lead.id),
      ''messages'', (select count(*) from public.contact_enquiries as sent where sent.customer_id = lead.id))',
    'join public.customers as lead using (id)',
    q, jsonb_build_object('assigned_to', search_leads.assigned_to), wanted_sort, cursor, size);
end
$$;

grant execute on function public.search_leads(text, uuid, boolean, text, text, integer) to authenticated;
