/*
 * Ids of customers who have enough in common with one to be judged (private.judged_pairs): the mailbox or the name, unless
 * more than five customers have it, both of them, or a mobile that may be mistyped. Twin: private.all_alike, of all.
 */
create function private.customers_alike(customer uuid) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  person public.customers;
  same_name uuid[];
  same_mailbox uuid[];
begin
  select * into person from public.customers as asked where asked.id = customers_alike.customer;
  same_name := array(
    select id from public.customers as found
    where found.sorted_name = person.sorted_name and found.merged_into is null and found.erased_at is null limit 6);
  same_mailbox := array(
    select id from public.customers as found
    where found.mailbox = person.mailbox and found.merged_into is null and found.erased_at is null limit 6);
  return case when cardinality(same_name) > 5 then '{}' else same_name end
    || case when cardinality(same_mailbox) > 5 then '{}' else same_mailbox end
    || array(
      (select id from public.customers as found
      where found.sorted_name = person.sorted_name and found.mailbox = person.mailbox
        and found.merged_into is null and found.erased_at is null limit 20)
      union all
      select id from public.customers as found
      where found.mobile = any (private.mistyped_mobiles(person.mobile)));
end
$$;
