/*
 * Which pairs of customers are likely one person, in the order of `ones` and `others`, with the reasons: 'email' (the same
 * mailbox), 'digit' or 'exchanged' (private.mobile_slip), 'name' (the same words in any order) or else 'word' (one of two
 * letters or more in common). rank, the likeliest 1: e-mail and name; a mobile that may be mistyped and any other reason;
 * e-mail; name. A mobile alone is no reason. Not judged are erased and merged customers, and those who were
 * told apart, also before a merge.
 */
create function private.judged_pairs(ones uuid[], others uuid[])
returns table (one uuid, other uuid, one_since timestamptz, other_since timestamptz, reasons text[], rank integer)
language sql stable
set search_path = ''
as $$
  with apart as materialized (
    -- The remaining customers, where one of both was merged into another.
    select least(remaining.one, remaining.other) as one, greatest(remaining.one, remaining.other) as other
    from public.customers_told_apart as told
      cross join lateral (
        select private.remaining_customer(told.one_id) as one, private.remaining_customer(told.other_id) as other
        offset 0
      ) as remaining
  ), alike as materialized (
    select one.id as one, other.id as other, one.mobile, other.mobile as other_mobile, one.created_at as one_since,
      other.created_at as other_since,
      one.mailbox = other.mailbox as same_mailbox, one.sorted_name = other.sorted_name as same_name,
      exists (
        select from unnest(words.one) as word where char_length(word) > 1 and word = any (words.other)) as same_word
    from (
        select distinct pair.one, pair.other
        from unnest(judged_pairs.ones, judged_pairs.others) as pair (one, other) where pair.one <> pair.other
      ) as pair
      join public.customers as one on one.id = pair.one
      join public.customers as other on other.id = pair.other
      cross join lateral (
        select string_to_array(one.sorted_name, ' ') as one, string_to_array(other.sorted_name, ' ') as other
      ) as words
    where one.merged_into is null and one.erased_at is null and other.merged_into is null and other.erased_at is null
      and (one.mailbox = other.mailbox or words.one && words.other)
      and not exists (
        select from apart where apart.one = least(one.id, other.id) and apart.other = greatest(one.id, other.id))
  ), judged as materialized (
    select alike.*, array_remove(array[
        case when same_mailbox then 'email' end,
        private.mobile_slip(mobile, other_mobile),
        case when same_name then 'name' when same_word then 'word' end], null) as reasons
    from alike
  ), ranked as (
    select judged.*, case
        when reasons @> '{email,name}' then 1
        when reasons && '{digit,exchanged}' then case when cardinality(reasons) > 1 then 2 end
        when same_mailbox then 3
        when same_name then 4
      end as rank
    from judged
  )
  select ranked.one, ranked.other, ranked.one_since, ranked.other_since, ranked.reasons, ranked.rank
  from ranked where ranked.rank is not null
$$;
