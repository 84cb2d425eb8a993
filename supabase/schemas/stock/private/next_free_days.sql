/*
 * The first day on which each of these lines could begin for as many days, at most 365 days after
 * `first`: rows of (place, next_free), without lines that never fit. `parts`: [{"place", "part_id",
 * "wanted", "owned", "turnaround"}], the counted items that a line needs, with the pieces that all
 * lines of the call want together.
 */
create function private.next_free_days(parts jsonb, first date, last date)
returns table (place integer, next_free date)
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  -- Days are numbers from `first` on. Nothing from `horizon` on matters.
  horizon constant integer := (private.last_blocked_days(next_free_days.last + 365))[31] - next_free_days.first + 1;
  -- The days that count as turnaround; null where no line needs any.
  open_days integer[];
begin
  if jsonb_path_exists(parts, '$[*] ? (@.turnaround > 0)') then
    open_days := array(
      select ahead.n
      from private.availability_settings as settings cross join generate_series(0, horizon) as ahead (n)
      where extract(isodow from next_free_days.first + ahead.n)::smallint <> all (settings.closed_weekdays)
        and not exists (select from private.closed_days as closed where closed.day = next_free_days.first + ahead.n)
      order by ahead.n);
  end if;
  return query
    with part as (
      select line.place, line.part_id, line.wanted, line.owned, line.turnaround
      from jsonb_to_recordset(parts)
        as line (place integer, part_id uuid, wanted bigint, owned integer, turnaround integer)
    ), lacking as (
      -- The days on which an item has too few pieces.
      select item.part_id, item.turnaround, case when item.wanted <= item.owned
        then (
          select range_agg(int4range(day.day - next_free_days.first, day.day - next_free_days.first + 1))
          from private.free_days as day
          where day.item_id = item.part_id and day.day >= next_free_days.first and day.free < item.wanted)
        else '{[0,)}'::int4multirange - coalesce((
          select range_agg(int4range(day.day - next_free_days.first, day.day - next_free_days.first + 1))
          from private.free_days as day
          where day.item_id = item.part_id and day.day >= next_free_days.first and day.free >= item.wanted), '{}')
        end as days
      from (select distinct part_id, wanted, owned, turnaround from part) as item
    ), refused as (
      -- A rental does not fit that begins before the end of such a run and ends, or has its turnaround, on
      -- its first day or later.
      select lacking.part_id, int4range(
        greatest(0, case when lacking.turnaround = 0 then lower(run)
          else coalesce(open_days[width_bucket(lower(run) - 1, open_days) - lacking.turnaround + 1], 0) end
          - (next_free_days.last - next_free_days.first)),
        upper(run)) as starts
      from lacking cross join lateral unnest(lacking.days) as run
      where lower(run) < horizon
    ), fitting as (
      select part.place,
        '{[0,366)}'::int4multirange - coalesce(range_agg(refused.starts), '{}'::int4multirange) as starts
      from part left join refused on refused.part_id = part.part_id
      group by part.place
    )
    select fitting.place, next_free_days.first + lower(fitting.starts) from fitting where not isempty(fitting.starts);
end
$$;
