/*
 * Splits an amount that contains its tax over what an order rents: [{"text", "sac", "rate", "place", "taxable", "cgst",
 * "sgst", "igst", "total"}], one for each SAC, rate and rule of place, by their part of the newest invoice, else of the
 * newest quote, else of the order's lines. The parts are whole paise and add up to the amount; inside the state CGST =
 * SGST = round(part × rate / (200 + 2 × rate)), outside IGST = round(part × rate / (100 + rate)). 25,000 at 18 % inside:
 * taxable 21,186.44, CGST and SGST 1,906.78 each.
 * premises_inside, recipient_inside: whether supplies used in the studio, and all others, are inside its state;
 * outside_taxed: whether the rest has IGST.
 */
create function private.taxed_parts(
  made public.orders,
  amount numeric,
  premises_inside boolean,
  recipient_inside boolean,
  outside_taxed boolean default true
) returns jsonb
language sql stable
set search_path = ''
as $$
  with basis as (
    select document.id
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      join private.document_kinds as kinds using (kind)
    where kinds.is_payable and document.state = 'issued' and document.taxable > 0
    order by kinds.is_offer, document.issued_at desc limit 1
  ), weighed as (
    select line.sac, line.rate, line.place, line.taxable as weight
    from public.document_lines as line join basis on basis.id = line.document_id
    where line.taxable > 0
    union all
    select class.sac, class.rate, class.place,
      private.line_amount(line.price, line.quantity, private.charged_days(line))
    from public.order_items as line cross join lateral private.tax_class_of(line.item_type) as class
    where line.order_id = made.id and not exists (select from basis)
    union all
    -- why: an order of free items has the class of text lines.
    select class.sac, class.rate, class.place, 0 from private.tax_class_of(null) as class
  ), grouped as (
    select weighed.sac, weighed.rate, weighed.place, sum(weighed.weight) as weight
    from weighed group by weighed.sac, weighed.rate, weighed.place
  ), counted as (
    select grouped.*, sum(grouped.weight) over () as whole,
      sum(grouped.weight) over (order by grouped.sac, grouped.rate, grouped.place) as upto
    from grouped
  ), placed as (
    select counted.*, case counted.place when 'premises' then premises_inside else recipient_inside end as inside from counted
  ), shared as (
    select placed.sac, placed.place, placed.inside,
      case when private.is_gst_registered() and (placed.inside or outside_taxed) then placed.rate else 0 end as rate,
      case when placed.whole = 0 then taxed_parts.amount
        else round(taxed_parts.amount * placed.upto / placed.whole, 2)
          - round(taxed_parts.amount * (placed.upto - placed.weight) / placed.whole, 2) end as part
    from placed where placed.weight > 0 or placed.whole = 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('sac', shared.sac, 'rate', shared.rate, 'place', shared.place,
      'total', shared.part) || private.tax_inside(shared.part, shared.rate, shared.inside)
    order by shared.sac, shared.rate, shared.place), '[]')
  from shared where shared.part > 0
$$;
