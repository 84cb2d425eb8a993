/*
 * Ids of the customers with all words (private.customer_words) in name, company, mobile, e-mail or number, of about
 * `compared` candidates; of a merged customer the one who remains. With is_wide words may have typing errors.
 * why composed: an index finds rows with several words at once only where each word is a condition of its own.
 */
create function private.customers_with(words text[], is_wide boolean, compared integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- why three letters: shorter words are in no trigram, and are compared with what the others find.
  -- Customer numbers too, which search_text does not have.
  long constant text[] := array(
    select word from unnest(words) as word where char_length(word) > 2 and word !~ '^cus[0-9]+$');
  patterns constant text[] := array(
    select private.pattern_of(word) from unnest(long) as word);
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
