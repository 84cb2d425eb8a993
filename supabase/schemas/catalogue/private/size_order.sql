/*
 * A sort key for sizes, compared byte by byte: XS, S, M, L, XL, XXL (or 2XL, Extra Large), Free Size,
 * then by the numbers in the text ('5 × 7 ft' before '10 × 20 ft', 'UK 4' before 'UK 10').
 */
create function private.size_order(size text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when short ~ '^(x*|\d?x)s$' then '1' || 40 - extras
    when short = 'm' then '150'
    when short ~ '^(x*|\d?x)l$' then '1' || 60 + extras
    when short ~ '^(free|one)[ -]?(size)?$' then '199'
    else case when short ~ '^\d' then '2' else '3' end
      -- Whole numbers are padded to nine digits; digits after a decimal point sort as they are.
      || regexp_replace(
        regexp_replace(short, '(?<![.\d])(\d+)', '00000000\1', 'g'), '0*(\d{9})', '\1', 'g')
  end
  from (
    select short, case when short ~ '^\dx' then left(short, 1)::integer
      else least(length(short) - length(ltrim(short, 'x')), 30) end as extras
    from (
      select replace(replace(replace(replace(lower(btrim(size) collate "C"),
        'extra ', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l') as short
    ) as shortened
  ) as read
$$;

grant execute on function private.size_order(text) to authenticated, service_role;
