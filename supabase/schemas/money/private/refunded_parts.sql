/*
 * Parts of an order's receipt vouchers that a refund takes back, the newest first: rows of document_lines, without document
 * and text, "corrects" the receipt and "credits_position" its line, and "number" that of the receipt. Each part has the
 * SAC, rate and split of its line, and the tax on all that was taken back of the line less the tax taken back before, so
 * that refunds of parts meet the receipt. Raises PT409 {"reason": "incomplete"} for more than is left, and for receipts of
 * different parties or places.
 */
create function private.refunded_parts(order_id uuid, amount numeric) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
  taken numeric;
  first_part numeric;
  numbers text[];
begin
  with listed as (
    select given.*, sum(given.rest) over receipt as receipt_rest,
      sum(given.rest) over (receipt order by (given.line).position) as upto,
      sum(given.rest) over (order by given.place, (given.line).position) as all_upto
    from private.receipt_lines(refunded_parts.order_id) as given
    where given.rest > 0
    window receipt as (partition by given.receipt)
  ), wanted as (
    select listed.*, least(listed.receipt_rest, greatest(0, refunded_parts.amount - (listed.all_upto - listed.upto))) as share
    from listed
  ), shared as (
    select wanted.*, round(share * upto / receipt_rest, 2) - round(share * (upto - rest) / receipt_rest, 2) as part
    from wanted where share > 0
  ), taxed as (
    select shared.*, case when back + part = whole
        then jsonb_build_object('cgst', (line).cgst, 'igst', (line).igst)
        else private.tax_inside(back + part, (line).rate, (line).igst = 0) end as tax
    from shared where part > 0
  ), split as (
    -- why the limits: of a paisa no two halves of a tax are left.
    select taxed.*, least(greatest((tax ->> 'cgst')::numeric - back_half, 0), trunc(part / 2, 2)) as half,
      least(greatest((tax ->> 'igst')::numeric - back_igst, 0), part) as whole_tax
    from taxed
  )
  select coalesce(jsonb_agg(jsonb_build_object('corrects', receipt, 'number', number, 'credits_position', (line).position,
      'sac', (line).sac, 'rate', (line).rate, 'place', (line).place, 'taxable', part - 2 * half - whole_tax, 'cgst', half,
      'sgst', half, 'igst', whole_tax) order by split.place, (line).position), '[]'),
    sum(part), sum(part) filter (where split.parties = (select newest.parties from split as newest order by newest.place limit 1)),
    array(select number from split as each group by number, each.place order by each.place)
    into parts, taken, first_part, numbers
  from split;
  if parts = '[]' then
    raise exception 'No receipt voucher was issued for this order: record the refund without a voucher.'
      using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  elsif taken < amount then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format(
      'Only %s of this order is left on receipt vouchers: record the rest as a refund without a voucher.', private.rupees(taken));
  elsif first_part < amount then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format(
      'The receipt vouchers %s have different customers or places of supply: refund at most %s first, then the rest.',
      array_to_string(numbers[:cardinality(numbers) - 1], ', ') || ' and ' || numbers[cardinality(numbers)],
      private.rupees(first_part));
  end if;
  return parts;
end
$$;
