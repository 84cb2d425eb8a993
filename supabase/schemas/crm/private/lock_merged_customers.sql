/* Locks a customer with all who are merged with them, and returns their ids. Null for an unknown id. */
create function private.lock_merged_customers(id uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  everyone uuid[];
begin
  loop
    begin
      select array_agg(person.id) into everyone
      from public.customers as person
      where person.id = any (private.merged_customers(private.remaining_customer(lock_merged_customers.id)));
      perform private.lock_customers(everyone);
      -- why again: a merge may have ended while this waited.
      if everyone is null
        or everyone @> private.merged_customers(private.remaining_customer(lock_merged_customers.id)) then
        return everyone;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;
