-- A backdrop is at least 0.1 ft long and wide, as its form says.

-- why: one that is smaller can only be mistyped, and must not keep the rule from holding for all.
update public.backdrops
set length_feet = greatest(length_feet, 0.1), width_feet = greatest(width_feet, 0.1)
where length_feet < 0.1 or width_feet < 0.1;

alter table public.backdrops
  drop constraint backdrops_length_range,
  drop constraint backdrops_width_range,
  add constraint backdrops_length_range check (length_feet between 0.1 and 1000),
  add constraint backdrops_width_range check (width_feet between 0.1 and 1000);
