/*
 * Makes the order of an accepted quote of an enquiry, if the setting documents.accept_makes_order is on and everything
 * is free. Otherwise nothing happens: the acceptance stays, and staff make the order.
 */
create function private.order_when_accepted(quote public.documents) returns void
language plpgsql
set search_path = ''
as $$
begin
  if quote.enquiry_order_id is null or quote.order_id is not null
    or not private.setting_or_default('documents.accept_makes_order')::boolean then
    return;
  end if;
  perform private.make_quoted_order(quote);
exception
  -- Not free, closed, archived or busy; or a line that no order can have.
  when sqlstate 'PT409' or sqlstate 'PT422' or check_violation or lock_not_available or deadlock_detected then
    null;
end
$$;
