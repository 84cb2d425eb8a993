/*
 * Says that two customers are not the same person, so that they are not proposed for merging again; with apart = false takes
 * that back. Saying it twice changes nothing. Returns {"apart"}.
 * Raises PT404 for an unknown customer; PT422 with details {"field": "other"} for one customer twice. 42501 for anyone
 * but admin and crm_user.
 */
create function public.tell_apart("one" uuid, other uuid, apart boolean default true) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first constant uuid := least(tell_apart."one", tell_apart.other);
  second constant uuid := greatest(tell_apart."one", tell_apart.other);
  numbers text[];
begin
  perform private.require_staff('admin', 'crm_user');
  if first = second then
    perform private.refuse('other', 'These are one customer. Choose another.');
  end if;
  numbers := array(
    select customer_number from public.customers where id in (tell_apart."one", tell_apart.other) order by id);
  if cardinality(numbers) < 2 then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if coalesce(tell_apart.apart, true) then
    insert into public.customers_told_apart (one_id, other_id, told_by) values (first, second, auth.uid())
    on conflict do nothing;
  else
    delete from public.customers_told_apart where one_id = first and other_id = second;
  end if;
  if found then
    perform private.record_event(pair.customer, 'customer', pair.customer,
      case when coalesce(tell_apart.apart, true) then 'told_apart' else 'untold_apart' end, null, pair.number)
    from (values (first, numbers[2]), (second, numbers[1])) as pair (customer, number);
  end if;
  return jsonb_build_object('apart', coalesce(tell_apart.apart, true));
end
$$;

grant execute on function public.tell_apart(uuid,uuid,boolean) to authenticated;
