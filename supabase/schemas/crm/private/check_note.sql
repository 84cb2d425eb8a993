/*
 * Trims a new note and gives a note about an enquiry or order its customer, whatever the request says. Requires a
 * customer who was neither erased nor merged into another. why: the locks wait for a running erasure or merge.
 */
create function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: this runs before the policies and must not reveal to others which customers exist.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  if new.enquiry_order_id is not null then
    select asked.customer_id into new.customer_id from public.enquiry_orders as asked
    where asked.id = new.enquiry_order_id for share;
  elsif new.order_id is not null then
    select made.customer_id into new.customer_id from public.orders as made where made.id = new.order_id for share;
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null and merged_into is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased or moved to another customer. Reload the page.'
      using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;
