/*
 * The customer with this mobile number, created if there is none; for a merged customer's number the one that
 * remains. A known customer keeps the name and e-mail address that were sent first.
 * why an update to the same value: it locks the row and returns its id, and takes as long as an insert.
 * why blocks that are rolled back: a merged customer's lock is released before the remaining one is locked. Merges
 * and their undos lock both customers, and would deadlock with an enquiry that holds one of them.
 */
create function private.customer_for(first_name text, last_name text, mobile text, email text)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer uuid;
  later uuid;
begin
  begin
    insert into public.customers (first_name, last_name, mobile, email)
    values (customer_for.first_name, customer_for.last_name, customer_for.mobile, customer_for.email)
    on conflict (mobile) do update set mobile = excluded.mobile
    returning id, merged_into into customer, later;
    if later is null then
      return customer;
    end if;
    raise exception using errcode = 'PT301';
  exception when sqlstate 'PT301' then
    null;
  end;
  loop
    customer := later;
    begin
      select merged_into into later from public.customers as remaining
      where remaining.id = customer for key share;
      if later is null then
        return customer;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;
