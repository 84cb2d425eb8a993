/*
 * What each line of an order costs as it stands, and how much of that is billed, in rupees without GST. taxable: less the
 * line's part of the order's discount; 0 for a line that was removed or whose order is cancelled. billed: issued
 * invoices less their credit notes. numbers: the invoices that have the line, oldest first.
 * What a line has billed too much counts for other lines of the same item or text: one was divided, or removed and added
 * again. An invoice that names no line of the order at all was written by hand: it bills what is missing then, from the
 * first line on.
 * why paise are equal under a discount: a new line may move a paisa of the discount between lines that were billed.
 */
create function private.line_bills(made public.orders)
returns table (
  order_item_id uuid,
  "position" bigint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text,
  gross numeric,
  taxable numeric,
  billed numeric,
  numbers text[]
)
language sql stable
set search_path = ''
as $$
  with former as materialized (
    select * from private.billed_lines(made.id)
  ), by_line as (
    select former.order_item_id, sum(former.rest) as rest,
      array_agg(distinct former.number order by former.number) as numbers
    from former where former.order_item_id is not null group by former.order_item_id
  ), by_hand as (
    select coalesce(sum(rest.whole), 0) as whole, array_agg(rest.number order by rest.number) as numbers
    from (
      select former.number, sum(former.rest) as whole from former group by former.number having count(former.order_item_id) = 0
    ) as rest
  ), listed as materialized (
    select * from private.billable_lines(made)
  ), priced as (
    select (sum.value ->> 'position')::bigint as position, (sum.value ->> 'gross')::numeric as gross,
      (sum.value ->> 'taxable')::numeric as taxable
    from jsonb_array_elements(private.bill_sums(made, (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]') from listed as line),
      made.discount_percent, made.discount_amount) -> 'lines') as sum
  ), removed as (
    select distinct on (former.order_item_id) former.* from former
    where former.order_item_id is not null and not exists (select from listed where listed.order_item_id = former.order_item_id)
    order by former.order_item_id, former.issued_at desc, former.line_position
  ), standing as (
    select listed.*, priced.gross, case when made.status = 'cancelled' then 0 else priced.taxable end as taxable
    from listed join priced using (position)
    union all
    select removed.order_item_id, null, removed.kind, removed.item_id, removed.text, removed.quantity, removed.days, removed.unit_price, removed.sac,
      removed.rate, removed.place, 0, 0
    from removed
  ), matched as (
    select standing.*, coalesce(by_line.rest, 0) as rest, coalesce(by_line.numbers, '{}') as numbers,
      coalesce(standing.item_id::text, standing.text) as thing,
      greatest(standing.taxable - coalesce(by_line.rest, 0), 0) as gap,
      greatest(coalesce(by_line.rest, 0) - standing.taxable, 0) as surplus
    from standing left join by_line using (order_item_id)
  ), shared as (
    select matched.*, least(sum(matched.gap) over same, sum(matched.surplus) over same) as moved,
      sum(matched.gap) over in_order - matched.gap as gap_before,
      sum(matched.surplus) over in_order - matched.surplus as surplus_before,
      array(
        select distinct number from matched as other, unnest(other.numbers) as number
        where other.thing = matched.thing and other.surplus > 0 order by number) as other_numbers
    from matched
    window same as (partition by matched.thing),
      in_order as (partition by matched.thing order by matched.position, matched.order_item_id)
  ), own as (
    select shared.*, shared.rest + least(shared.gap, greatest(0, shared.moved - shared.gap_before))
      - least(shared.surplus, greatest(0, shared.moved - shared.surplus_before)) as own_billed,
      case when shared.gap > 0 and shared.moved > shared.gap_before then shared.other_numbers else '{}' end as moved_numbers
    from shared
  ), missing as (
    select own.*, greatest(own.taxable - own.own_billed, 0) as open,
      sum(greatest(own.taxable - own.own_billed, 0)) over (order by own.position) as upto
    from own
  ), covered as (
    select missing.*, least(missing.open, greatest(0, by_hand.whole - (missing.upto - missing.open))) as by_hand,
      by_hand.numbers as by_hand_numbers
    from missing cross join by_hand
  )
  select covered.order_item_id, covered.position, covered.kind, covered.item_id, covered.text, covered.quantity, covered.days,
    covered.unit_price, covered.sac, covered.rate, covered.place, covered.gross, covered.taxable,
    case when abs(covered.taxable - covered.own_billed - covered.by_hand) < 0.02
        and num_nonnulls(made.discount_percent, made.discount_amount) > 0 then covered.taxable
      else covered.own_billed + covered.by_hand end,
    array(
      select distinct number
      from unnest(covered.numbers || covered.moved_numbers || case when covered.by_hand > 0 then covered.by_hand_numbers end) as number
      order by number)
  from covered
$$;
