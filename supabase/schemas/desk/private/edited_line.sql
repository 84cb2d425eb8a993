/*
 * A line after one change of it; null when the change removes it. Raises PT422 for values that cannot be.
 * line: a row of order_items with `hired` and `taken`, as private.chosen_values takes it.
 */
create function private.edited_line(line jsonb, change jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  action constant text := change ->> 'action';
  is_text constant boolean := line ->> 'item_id' is null;
  amount numeric;
  reason text;
begin
  if is_text and action in ('swap', 'sub_rental', 'take_over') then
    perform private.refuse('changes', 'A text line has no item.');
  end if;
  case action
    when 'remove' then
      return null;
    when 'restore' then
      return private.restored_line(line, change -> 'values');
    when 'quantity' then
      if private.whole_number(change -> 'quantity', 1, 1000000) is null then
        perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
      end if;
      return line || jsonb_build_object('quantity', private.whole_number(change -> 'quantity', 1, 1000000));
    when 'text' then
      reason := private.short_text(change ->> 'description', 'changes');
      if not is_text then
        perform private.refuse('changes', 'Only a text line has a description.');
      elsif reason is null then
        perform private.refuse('changes', 'Enter a description.');
      end if;
      return line || jsonb_build_object('description', reason);
    when 'price' then
      amount := private.price_of(change -> 'price');
      reason := private.short_text(change ->> 'reason', 'changes');
      if amount is null then
        perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
      elsif amount = (line ->> 'list_price')::numeric then
        reason := null;
      elsif reason is null and not is_text then
        perform private.refuse('changes', 'Give the reason for this price.');
      end if;
      return line || jsonb_build_object('price', amount, 'price_reason', reason);
    when 'take_over' then
      if not exists (
        select from public.enquiry_orders as asked where asked.id = private.uuid_of(change ->> 'enquiry')
      ) then
        perform private.refuse('changes', 'There is no such enquiry to take over from.');
      end if;
      return line || private.chosen_values(line, change);
    when 'dates', 'swap', 'sub_rental' then
      return line || private.chosen_values(line, change);
    else
      perform private.refuse('changes', 'There is no such change.');
  end case;
end
$$;
