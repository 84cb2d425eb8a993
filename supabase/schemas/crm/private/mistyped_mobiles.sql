/* All mobiles that private.mobile_slip may find beside a mobile (+91 and ten digits): about a hundred. */
create function private.mistyped_mobiles(mobile text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array(
    select overlay(mistyped_mobiles.mobile placing digit::text from at for 1)
    from generate_series(4, 13) as at, generate_series(0, 9) as digit
    where digit::text <> substr(mistyped_mobiles.mobile, at, 1)
    union all
    select overlay(mistyped_mobiles.mobile placing reverse(substr(mistyped_mobiles.mobile, at, 2)) from at for 2)
    from generate_series(4, 12) as at
    where substr(mistyped_mobiles.mobile, at, 1) <> substr(mistyped_mobiles.mobile, at + 1, 1))
$$;
