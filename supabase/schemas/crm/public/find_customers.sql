/*
 * Customers by any words of their name, company, mobile number, e-mail address and number, in any order, the best
 * first: {"items": [{"id", "customer_number", "first_name", "last_name", "mobile", "email", "company", "mobiles",
 * "orders", "open_enquiries", "last_from"}], "more"}. company: legal name of a billing profile, that which was found
 * first. mobiles: numbers of customers who were merged into this one. last_from: first day of the newest order.
 * more: whether others match.
 *
 * Order: exact customer or mobile number, which are found alone; the whole name; names that begin with q; all words
 * begin words of the name; anything else; among equals those with more orders, then by name. Where nothing has all
 * words, names with typing errors are found, the fewest first: one in words of three and four letters, two in longer
 * ones. 1,000 matches are compared. Two letters find names that begin with them. Apostrophes are ignored.
 * Merged customers are found as the one who remains, erased ones not at all.
 * Raises PT400 for a wrong size (1 to 50), 42501 for anyone but admin and crm_user.
 */
create function public.find_customers(q text, size integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  typed constant text := private.typed_search(coalesce(find_customers.q, ''));
  said constant text := private.compared(typed);
  mobile_pattern constant text := private.mobile_pattern(find_customers.q);
  number constant text[] := regexp_match(said, '^(?:cus[ -]*)?0*([1-9][0-9]{0,11})$');
  words text[];
  found_ids uuid[];
  is_wide boolean := false;
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(find_customers.size not between 1 and 50, true) then
    raise exception 'size must be between 1 and 50.' using errcode = 'PT400';
  end if;
  found_ids := array(
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.mobile = any (array[btrim(mobile_pattern, '%'), said, '+91' || said])
    union
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.customer_number = 'CUS-' || lpad(number[1], greatest(5, length(number[1])), '0'));
  words := case when mobile_pattern is null then private.customer_words(typed) else array[btrim(mobile_pattern, '%')] end;
  if found_ids = '{}' or number is not null and said not like 'cus%' then
    found_ids := found_ids || private.customers_with(words, false, 1000);
    if found_ids = '{}' then
      is_wide := true;
      found_ids := private.customers_with(words, true, 100);
    end if;
  end if;
  return (
    with candidate as (
      select customer.*, private.compared(customer.first_name || ' ' || customer.last_name) as name,
        coalesce(figures.orders, 0) as orders, coalesce(figures.open_enquiries, 0) as open_enquiries
      from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
      where customer.id = any (found_ids) and customer.erased_at is null
    ), sorted as (
      select candidate.*, row_number() over (order by
        case when name = said then 0 when starts_with(name, said) then 1
          when not exists (select from unnest(words) as word where strpos(' ' || name, ' ' || word) = 0) then 2
          else 3 end,
        case when is_wide then private.words_errors(words, name) end,
        orders desc, name, customer_number) as place
      from candidate
    )
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
        'customer_number', listed.customer_number, 'first_name', listed.first_name, 'last_name', listed.last_name,
        'mobile', listed.mobile, 'email', listed.email, 'company', company.legal_name, 'mobiles', (
          select coalesce(jsonb_agg(former.mobile order by former.mobile), '[]') from public.customers as former
          where former.id = any (private.merged_customers(listed.id)) and former.id <> listed.id
            and former.mobile is not null),
        'orders', listed.orders, 'open_enquiries', listed.open_enquiries, 'last_from', (
          select made.rental_from from public.orders as made
          where made.customer_id = listed.id order by made.created_at desc limit 1)) order by listed.place), '[]'),
      'more', (select count(*) > find_customers.size from sorted))
    from (select * from sorted order by place limit find_customers.size) as listed
      left join lateral (
        select profile.legal_name from public.billing_profiles as profile where profile.customer_id = listed.id
        order by exists (
          select from unnest(words) as word
          where strpos(private.compared(profile.legal_name), word) > 0) desc,
          profile.updated_at desc
        limit 1) as company on true);
end
$$;

grant execute on function public.find_customers(text,integer) to authenticated;
