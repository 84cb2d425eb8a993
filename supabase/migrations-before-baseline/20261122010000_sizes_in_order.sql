-- Sizes in the order of the trade: letters, Free Size, then numbers by their value. One rule, kept in a column.

/*
 * A text that sorts a size among others, compared byte by byte: XS, S, M, L, XL, XXL (or 2XL, Extra
 * Large), Free Size, then by the numbers in it ('5 × 7 ft' before '10 × 20 ft', 'UK 4' before 'UK 10').
 */
create function private.size_order(size text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when short ~ '^(x*|\d?x)s$' then '1' || 40 - extras
    when short = 'm' then '150'
    when short ~ '^(x*|\d?x)l$' then '1' || 60 + extras
    when short ~ '^(free|one)[ -]?(size)?$' then '199'
    else case when short ~ '^\d' then '2' else '3' end
      -- Whole numbers are padded to nine digits; digits after a decimal point sort as they are.
      || regexp_replace(
        regexp_replace(short, '(?<![.\d])(\d+)', '00000000\1', 'g'), '0*(\d{9})', '\1', 'g')
  end
  from (
    select short, case when short ~ '^\dx' then left(short, 1)::integer
      else least(length(short) - length(ltrim(short, 'x')), 30) end as extras
    from (
      select replace(replace(replace(replace(lower(btrim(size) collate "C"),
        'extra ', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l') as short
    ) as shortened
  ) as read
$$;
grant execute on function private.size_order(text) to authenticated, service_role;

alter table public.clothes_size_manager add column size_order text collate "C" not null
  generated always as (private.size_order(size_value)) stored;
alter table public.backdrop_size_manager add column size_order text collate "C" not null
  generated always as (private.size_order(size_value)) stored;

alter table private.catalogue_lookups
  -- Column that its values are listed by, where that is not their name.
  add column order_column name;
update private.catalogue_lookups set order_column = 'size_order' where key = 'size';

/*
 * All values of a lookup by its table's name, in the order of their names (sizes: in their own order),
 * and how many items of all kinds use each: [{"id", "label", "hex": swatch or null, "used"}]. Raises
 * PT400 for another table, 42501 for callers who are not staff.
 */
create or replace function public.lookup_values(list text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  counted text;
  label text;
  ordered text;
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select string_agg(format('(select count(*) from %s as item where item.%I = value.id)', item_table, item_column), ' + '),
    min(label_column::text)
    into counted, label
  from private.lookup_uses(list);
  select coalesce(min(order_column::text), label) into ordered
  from private.catalogue_lookups where lookup_table = to_regclass(format('public.%I', list));
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''label'', %2$I,
      ''hex'', to_jsonb(value) -> ''hex'', ''used'', %3$s) order by %4$I, %2$I, id), ''[]'') from public.%1$I as value',
    list, label, counted, ordered)
    into told;
  return told;
end
$$;
