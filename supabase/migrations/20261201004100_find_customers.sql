-- Written by `npm run db:change` from supabase/schemas.

drop routine public.known_caller(text);

create function private.without_apostrophes(name text) returns text
language sql immutable parallel safe
return translate(name, '''’‘ʼ`´', '');

create function private.company_text(legal_name text, label text) returns text
language sql immutable parallel safe
return private.without_apostrophes(lower((legal_name || e'\n' || label) collate private.names)) collate "C";

create function private.customer_words(said text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(word order by place), '{}')
  from (
    select word, min(place) as place from regexp_split_to_table(said, '[\s,;]+') with ordinality as listed (word, place)
    where word <> '' group by word order by place limit 6
  ) as typed
$$;

create function private.customers_with(words text[], is_wide boolean, compared integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- why three letters: shorter words are in no trigram, and are compared with what the others find.
  -- Customer numbers too, which search_text does not have.
  long constant text[] := array(
    select word from unnest(words) as word where char_length(word) > 2 and word !~ '^cus-?[0-9]+$');
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(long) as word);
  conditions text[];
  candidates uuid[];
begin
  if long = '{}' then
    if is_wide or coalesce(char_length(words[1]), 0) < 2 then
      return '{}';
    end if;
    candidates := array(
      select customer.id from public.customers as customer
      where coalesce(customer.first_name || ' ' || customer.last_name, '') >= words[1]
        and coalesce(customer.first_name || ' ' || customer.last_name, '') < words[1] || U&'\+10FFFF'
      order by coalesce(customer.first_name || ' ' || customer.last_name, ''), customer.created_at, customer.id
      limit compared);
  else
    conditions := array(
      select case when is_wide and long[at] !~ '[0-9@]'
        then format('(found.text like $1[%s] or found.text operator(extensions.%%>) $2[%s])', at, at)
        else format('found.text like $1[%s]', at) end
      from generate_subscripts(long, 1) as at);
    if is_wide then
      -- why: 'pryia' and 'priya' share two of six trigrams.
      perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
    end if;
    execute format(
      'select array(select id from (select id, search_text as text from public.customers) as found where %s%s limit $3)
        || array(select customer_id from (
             select customer_id, private.company_text(legal_name, label) as text from public.billing_profiles
           ) as found where %s limit $3)',
      array_to_string(conditions, ' and '),
      case when is_wide then ' order by extensions.word_similarity(array_to_string($2, '' ''), found.text) desc' end,
      -- why or: the company may be one of the words, the name another.
      array_to_string(conditions, ' or '))
      into candidates using patterns, long, compared;
  end if;
  return array(
    select distinct remaining.id
    from public.customers as found
      cross join lateral (
        select case when found.merged_into is null then found.id else private.remaining_customer(found.id) end as id
      ) as remaining
    where found.id = any (candidates)
      and case when not exists (select from unnest(words) as word where strpos(found.search_text, word) = 0) then true
        else private.has_customer_words(remaining.id, words, is_wide) end
  );
end
$$;

create function private.has_customer_words(customer uuid, words text[], is_wide boolean) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  whole text;
begin
  select string_agg(private.without_apostrophes(concat_ws(' ', record.search_text, lower(record.customer_number), (
      select string_agg(private.company_text(profile.legal_name, profile.label), ' ')
      from public.billing_profiles as profile where profile.customer_id = record.id))), ' ')
    into whole
  from public.customers as record where record.id = any (private.merged_customers(has_customer_words.customer));
  return not exists (
    select from unnest(words) as word
    where strpos(whole, word) = 0 and (not is_wide or word ~ '[0-9@]' or not exists (
      select from regexp_split_to_table(whole, '[^[:alnum:]]+') as said (text)
      where abs(char_length(said.text) - char_length(word)) <= 2 and private.typing_errors(word, said.text)
        <= case when char_length(word) < 3 then 0 when char_length(word) < 5 then 1 else 2 end)));
end
$$;

create function public.find_customers(q text, size integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  said constant text := replace(btrim(private.search_pattern(
    private.without_apostrophes(coalesce(find_customers.q, ''))), '%'), '\', '');
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
  words := case when mobile_pattern is null then private.customer_words(said) else array[btrim(mobile_pattern, '%')] end;
  if found_ids = '{}' or number is not null and said not like 'cus%' then
    found_ids := found_ids || private.customers_with(words, false, 1000);
    if found_ids = '{}' then
      is_wide := true;
      found_ids := private.customers_with(words, true, 100);
    end if;
  end if;
  return (
    with known as (
      select customer.*, private.without_apostrophes(lower((customer.first_name || ' ' || customer.last_name) collate private.names)) as name,
        coalesce(figures.orders, 0) as orders, coalesce(figures.open_enquiries, 0) as open_enquiries
      from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
      where customer.id = any (found_ids) and customer.erased_at is null
    ), sorted as (
      select known.*, row_number() over (order by
        case when name = said then 0 when starts_with(name, said) then 1
          when not exists (select from unnest(words) as word where strpos(' ' || name, ' ' || word) = 0) then 2
          else 3 end,
        case when is_wide then (
          select sum((
            select min(private.typing_errors(word, piece)) from regexp_split_to_table(name, '\s+') as piece))
          from unnest(words) as word) end,
        orders desc, name, customer_number) as place
      from known
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
          where strpos(private.without_apostrophes(lower(profile.legal_name collate private.names)), word) > 0) desc,
          profile.updated_at desc
        limit 1) as company on true);
end
$$;

grant execute on function private.without_apostrophes(text) to authenticated, service_role;

grant execute on function public.find_customers(text,integer) to authenticated;
