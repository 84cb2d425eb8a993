/* Relative luminance of a colour like '#00726f', from 0 to 1 (WCAG 2.2, "relative luminance"). */
create function private.luminance(colour text) returns double precision
language sql immutable parallel safe
set search_path = ''
as $$
  select sum(weight * case when share <= 0.04045 then share / 12.92 else power((share + 0.055) / 1.055, 2.4) end)
  from (
    select weight, get_byte(decode(substr(colour, 2), 'hex'), place) / 255::double precision as share
    from (values (0, 0.2126), (1, 0.7152), (2, 0.0722)) as channel (place, weight)
  ) as channels
$$;
