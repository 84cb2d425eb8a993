/*
 * Makes a reservation of one item that is not for an enquiry or order, and returns its row. A repeat with
 * the same key returns the first answer.
 */
create function private.reserve_fact(
  what text,
  type text,
  id uuid,
  quantity integer,
  rental_from date,
  rental_to date,
  reason text,
  key uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  scope constant text := case what when 'sub_rental' then 'add_sub_rental' else 'set_out_of_service' end;
  given_reason constant text := nullif(private.trimmed(reason), '');
  days daterange;
  item public.items;
  made public.reservations;
  answer jsonb;
begin
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(scope, key,
    jsonb_build_array(type, id, quantity, rental_from, rental_to, reason));
  if answer is not null then
    return answer;
  end if;
  days := private.staff_days(rental_from, rental_to);
  if quantity is null or quantity not between 1 and 1000000 then
    perform private.refuse('quantity', 'Quantity must be a whole number of 1 or more');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  insert into public.reservations as fact (item_id, quantity, kind, status, rented, blocked, reason, created_by)
  values (item.id, quantity, what, 'booked', days,
    -- why: hired pieces also cover the turnaround of the rental that they are hired for.
    case what when 'sub_rental' then private.blocked_range(days, private.turnaround_of(item.id)) else days end,
    given_reason, auth.uid())
  returning * into made;
  answer := to_jsonb(made);
  perform private.bind_idempotency_key(scope, key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;
