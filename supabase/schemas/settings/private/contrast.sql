/* Contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
create function private.contrast(one text, other text) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select (greatest(a, b) + 0.05) / (least(a, b) + 0.05)
  from (select private.luminance(one) as a, private.luminance(other) as b) as both_colours
$$;
