-- How large gear is, where it is known, as of props: it has to fit a set, a van and a doorway.
alter table public.gear
  add column width_cm numeric(7,2),
  add column depth_cm numeric(7,2),
  add column height_cm numeric(7,2),
  add constraint gear_width_range check (width_cm >= 0.1 and width_cm <= 10000),
  add constraint gear_depth_range check (depth_cm >= 0.1 and depth_cm <= 10000),
  add constraint gear_height_range check (height_cm >= 0.1 and height_cm <= 10000);

grant insert (width_cm, depth_cm, height_cm), update (width_cm, depth_cm, height_cm) on public.gear to authenticated;
