/*
 * Pairs of customers who are likely one person, the likeliest first: {"pairs": [{"one", "other": the newer of both, as
 * private.proposed_customer, "reasons"}], "more": whether there are others}; reasons and order as private.judged_pairs has
 * them, among equals those with the newest customer first. Raises PT400 for a wrong size (1 to 100), 42501 for anyone but
 * admin and crm_user.
 */
create function public.duplicate_pairs(size integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  ones uuid[];
  others uuid[];
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(duplicate_pairs.size not between 1 and 100, true) then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select array_agg(alike.one), array_agg(alike.other) into ones, others from private.all_alike() as alike;
  return (
    with likely as (
      select judged.*, (judged.one_since, judged.one) > (judged.other_since, judged.other) as is_one_newer, row_number() over (
          order by judged.rank, cardinality(judged.reasons) desc, greatest(judged.one_since, judged.other_since) desc,
            judged.one, judged.other) as place
      from private.judged_pairs(ones, others) as judged
      order by place limit duplicate_pairs.size + 1
    )
    select jsonb_build_object('pairs', coalesce(jsonb_agg(jsonb_build_object(
        'one', private.proposed_customer(case when is_one_newer then likely.other else likely.one end),
        'other', private.proposed_customer(case when is_one_newer then likely.one else likely.other end),
        'reasons', likely.reasons) order by likely.place) filter (where likely.place <= duplicate_pairs.size), '[]'),
      'more', count(*) > duplicate_pairs.size)
    from likely);
end
$$;

grant execute on function public.duplicate_pairs(integer) to authenticated;
