/*
 * Changes by staff, newest first: {"rows": [{"id", "at", "person": {"id", "name" as of then} or null for a script, "area",
 * "what", "table", "record": {"type", "id", "label" as of then, "kind" of an item, "to": the code, number or key that leads
 * to it, null when it is gone}, "changes": [{"field", "was", "became"}], "more": further records of the same change}],
 * "next": the cursor of the next page or null}.
 *
 * about: {"type", "id"} of a record, or {"type": "change", "id"} for all records of a change. query: a part of the records'
 * codes, names and numbers as of then, or of a customer's name, mobile or e-mail. person: id of who made it. area: 'items',
 * 'lists', 'crm', 'staff' or 'settings'. since, until: days of Asia/Kolkata, both included. before: `next` of a page.
 * most: 1 to 100.
 * Without about and query, a change of many records is one row.
 *
 * Admins read all, a crm_user nothing about staff and settings, an inventory_user items and lists. Raises PT400 for a wrong
 * argument, 42501 for anyone but staff, and for an area that the role does not read.
 */
create function public.activity(
  about jsonb default null,
  query text default null,
  person uuid default null,
  area text default null,
  since date default null,
  until date default null,
  before text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
as $$
declare
  readable text[] := case
    when private.is_staff('admin') then '{items,lists,crm,staff,settings}'
    when private.is_staff('crm_user') then '{items,lists,crm}'
    else '{items,lists}' end;
  term constant text := nullif(private.trimmed(query), '');
  size constant integer := greatest(1, least(coalesce(most, 50), 100));
  about_type constant text := about ->> 'type';
  about_id constant text := about ->> 'id';
  conditions text[] := '{}';
  -- Customers whose rows are wanted.
  customers uuid[] := '{}';
  last_seen private.activity;
  found_rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if area is not null then
    if not area = any (readable) then
      raise exception 'Your account has no right to read this part of the log.' using errcode = '42501';
    end if;
    conditions := conditions || 'entry.area = $1[1]'::text;
    readable := array[area];
  elsif cardinality(readable) < 5 then
    conditions := conditions || 'entry.area = any ($1)'::text;
  end if;
  if about is not null then
    if about_type is null or about_id is null then
      raise exception 'about must name the type and id of a record.' using errcode = 'PT400';
    elsif about_type = 'change' then
      if about_id !~ '^\d{1,18}$' then
        raise exception 'about must name a change.' using errcode = 'PT400';
      end if;
      conditions := conditions || 'entry.change_id = $2::bigint'::text;
    elsif about_type = 'customer' then
      customers := private.merged_customers(private.uuid_of(about_id));
      conditions := conditions || 'entry.customer_id = any ($3)'::text;
    else
      conditions := conditions || 'entry.record_id = $2 and entry.record_type = $4'::text;
    end if;
  elsif term is null then
    conditions := conditions || 'entry.id = entry.change_id'::text;
  end if;
  if term is not null then
    if about is null and 'crm' = any (readable) then
      customers := array(
        select customer.id from public.customers as customer
        where customer.search_text like private.search_pattern(term) limit 100);
    end if;
    conditions := conditions || case when customers = '{}' or about is not null
      then '(private.compared(entry.label) collate "C") like $5'
      else '((private.compared(entry.label) collate "C") like $5 or entry.customer_id = any ($3))' end;
  end if;
  if person is not null then
    conditions := conditions || 'entry.person_id = $6'::text;
  end if;
  if since is not null then
    conditions := conditions || 'entry.at >= $7'::text;
  end if;
  if until is not null then
    conditions := conditions || 'entry.at < $8'::text;
  end if;
  if before is not null then
    if before ~ '^\d{1,18}$' then
      select * into last_seen from private.activity as entry where entry.id = before::bigint;
    end if;
    if last_seen.id is null then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end if;
    conditions := conditions || '(entry.at, entry.id) < ($9, $10)'::text;
  end if;
  execute format(
    'select coalesce(jsonb_agg(private.activity_entry(page.entry) order by (page.entry).at desc, (page.entry).id desc), ''[]'')
     from (
       select entry from private.activity as entry where %s order by entry.at desc, entry.id desc limit %s
     ) as page',
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), size + 1)
    into found_rows
    using readable, about_id, customers, about_type, private.search_pattern(term), person,
      since::timestamp at time zone 'Asia/Kolkata', (until + 1)::timestamp at time zone 'Asia/Kolkata',
      last_seen.at, last_seen.id;
  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > size then found_rows - size else found_rows end,
    'next', case when jsonb_array_length(found_rows) > size then found_rows -> (size - 1) -> 'id' end);
end
$$;

grant execute
  on function public.activity(jsonb,text,uuid,text,date,date,text,integer) to authenticated;
