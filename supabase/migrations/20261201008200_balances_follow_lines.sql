/* Balances follow the lines of orders, billing profiles, and what decides the GST of estimates. */
/* why these names: triggers run in alphabetical order, and the ones that reserve lock the items first. */
create trigger order_items_value_insert after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.follow_line_balances();
create trigger order_items_value_update after update on public.order_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_line_balances();
create trigger order_items_value_delete after delete on public.order_items
  referencing old table as old_rows
  for each statement execute function private.follow_line_balances();
create trigger billing_profiles_balance after insert or update on public.billing_profiles
  for each row execute function private.follow_profile_balances();
create trigger kind_tax_classes_balances after insert or update on private.kind_tax_classes
  for each statement execute function private.follow_taxation();
create trigger studio_settings_taxation after insert or update of value on private.studio_settings
  for each row
  when (new.key = any (array['identity.gstin', 'studio.region', 'documents.round_off'])) execute function private.follow_taxation();
create trigger studio_settings_taxation_removed after delete on private.studio_settings
  for each row
  when (old.key = any (array['identity.gstin', 'studio.region', 'documents.round_off'])) execute function private.follow_taxation();

/* why not recount_balances: the payment field, which staff set, stays as it is until something happens. */
update private.order_balances as balance
set value = bill.value, billed = bill.billed, basis = bill.basis,
  due = balance.due + bill.value - case when balance.basis = 'none' then 0 else balance.billed end
from private.order_bills(array(
  select known.order_id from private.order_balances as known where known.is_listed or known.basis in ('invoice', 'quote'))) as bill
where balance.order_id = bill.order_id;
