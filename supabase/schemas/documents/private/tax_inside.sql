/* The tax inside an amount received: {"taxable", "cgst", "sgst", "igst"}, for vouchers. Rupees; rate in percent. */
create function private.tax_inside(amount numeric, rate numeric, inside boolean) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select jsonb_build_object('taxable', round(amount - case when inside then 2 * tax.part else tax.part end, 2),
    'cgst', case when inside then tax.part else 0.00 end, 'sgst', case when inside then tax.part else 0.00 end,
    'igst', case when inside then 0.00 else tax.part end)
  from (
    -- why times 100: paise and a rate of two decimals as whole numbers.
    select round(private.half_up(amount * 100 * rate * 100, (100 + rate) * 100 * case when inside then 2 else 1 end) * 0.01, 2) as part
  ) as tax
$$;
