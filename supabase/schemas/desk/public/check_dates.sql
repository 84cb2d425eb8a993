/*
 * The lines of an order that would be short on other days: [{"line", "type", "id", "name", "quantity", "free",
 * "days": those with too few pieces}], empty where everything fits. The lines' own reservations do not count
 * against them. lines: ids; null for all with dates. A check for the screen: change_order decides.
 * Raises PT404 for an unknown order, PT422 with the details {"field": …} for invalid days, 42501 for anyone but
 * admin and crm_user.
 */
create function public.check_dates(
  id uuid,
  rental_from date,
  rental_to date,
  lines uuid[] default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  moved jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (select from public.orders as made where made.id = check_dates.id) then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif coalesce(check_dates.rental_from not between date '2000-01-01' and date '9998-12-31', true) then
    raise exception 'Enter the first day.' using errcode = 'PT422', detail = '{"field": "rental_from"}';
  elsif coalesce(check_dates.rental_to not between check_dates.rental_from and check_dates.rental_from + 365, true) then
    raise exception 'The last day must be within a year after the first.'
      using errcode = 'PT422', detail = '{"field": "rental_to"}';
  end if;
  select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object('rental_from', check_dates.rental_from,
      'rental_to', check_dates.rental_to)), '[]')
  into moved
  from public.order_items as line
  where line.order_id = check_dates.id and line.item_id is not null and line.rental_from is not null
    and (check_dates.lines is null or line.id = any (check_dates.lines));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'type', item.kind, 'id', item.id, 'name', item.name,
        'quantity', line.quantity, 'free', judged.availability -> 'free', 'days', judged.availability -> 'short_days')
      order by line.position, line.id), '[]')
    from private.lines_availability(moved, null) as judged
      join public.order_items as line on line.id = judged.line_id
      join public.items as item on item.id = line.item_id
    where judged.availability -> 'short_days' <> '[]'
  );
end
$$;

grant execute on function public.check_dates(uuid,date,date,uuid[]) to authenticated;
