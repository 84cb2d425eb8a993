-- Backdrops: each drawn surface under two or three names and sizes.

-- A number from 0 to n - 1, always the same for the same text.
create or replace function pg_temp.pick(seed text, n bigint) returns int language sql immutable
  return (('x' || left(md5(seed), 7))::bit(28)::int % greatest(n, 1))::int;
-- One of the parts of 'a|b|c', always the same for the same text.
create or replace function pg_temp.part(seed text, list text) returns text language sql immutable
  return (string_to_array(list, '|'))[1 + pg_temp.pick(seed, cardinality(string_to_array(list, '|')))];
-- Rupees in a band, more often near its lower end, rounded as a price list is.
create or replace function pg_temp.price(seed text, low numeric, high numeric) returns numeric
language sql immutable return (
  select round(p / step) * step
  from (select low + (high - low) * power(pg_temp.pick(seed, 1000) / 1000.0, 1.7)) as raw (p)
  cross join lateral (select case when p < 500 then 10 when p < 2000 then 50 else 100 end) as s (step)
);

insert into public.backdrops (
  id, name, description, material_id, color_id, size_id, length_feet, width_feet, price, quantity,
  in_studio, active, images, created_at
)
with
picture as (
  select part[1] as surface, part[2] as colour,
    array_agg('/storage/v1/object/public/catalogue/' || name order by name) as images
  from storage.objects
  cross join lateral regexp_match(name, '^backdrops/([a-z]+)-([a-z]+)-[0-9]\.webp$') as part
  where bucket_id = 'catalogue' and part is not null
  group by 1, 2
),
surface (surface, material, nouns, sizes, low, high, remarks, bound) as (values
  ('muslin', 'Muslin', 'Hand-Dyed Muslin|Washed Muslin|Mottled Muslin', '8|9|10', 500, 1400, 'Soft folds and a mottled depth that separates hair from background.|Dyed in our own vats, so no two yards are the same.', false),
  ('canvas', 'Canvas', 'Painted Canvas|Old Master Canvas|Portrait Canvas', '6|8|9', 900, 2600, 'Brushed by hand in six thin layers, lighter in the middle.|The portrait painter''s background: quiet, warm, a little mysterious.', false),
  ('paper', 'Seamless Paper', 'Seamless Paper|Paper Roll|Paper Sweep', '9|10', 350, 900, 'A clean sweep from wall to floor with no line between.|Fresh from the roll; you pay for what you cut.', false),
  ('vinyl', 'Vinyl', 'Vinyl Marble|Stone-Print Vinyl|Tabletop Marble', '5|6', 300, 800, 'Wipes clean, lies flat, and looks like stone under a bottle.|For food and cosmetics from above.', false),
  ('wood', 'Wood', 'Wood Planks|Plank Wall|Reclaimed Boards', '5|6|8', 600, 1800, 'Real boards on a light frame, with real knots.|Stands as a wall or lies as a floor.', false),
  ('brick', 'Brick', 'Brick Wall|Loft Brick|Exposed Brick', '8|9', 1200, 3200, 'Real brick slips, built in for good in Bay Two.|Side light brings out every joint.', true),
  ('velvet', 'Velvet', 'Velvet Drape|Stage Velvet|Velvet Curtain', '8|9|10', 900, 2400, 'Deep folds that drink the light.|Heavy enough to hang straight and stay silent.', false),
  ('gradient', 'Gradient Print', 'Gradient Backdrop|Ombré Backdrop|Dusk Gradient', '8|9', 450, 1100, 'A printed fade that saves a light.|Matte fabric without a crease, ready for beauty work.', false)
),
size (size, size_value, length_feet, width_feet) as (values
  ('5', '5 × 7 ft', 5, 7), ('6', '6 × 9 ft', 6, 9), ('8', '8 × 10 ft', 8, 10), ('9', '9 × 12 ft', 9, 12),
  ('10', '10 × 20 ft', 10, 20)
),
-- What a colour is called on a backdrop.
tone (colour, words) as (values
  ('grey', 'Storm Grey|Thunder Grey|Slate'), ('olive', 'Olive|Moss|Khaki Haze'),
  ('navy', 'Midnight Blue|Indigo|Navy'), ('rust', 'Rust|Terracotta|Burnt Sienna'),
  ('beige', 'Oatmeal|Sand|Wheat'), ('brown', 'Umber|Walnut|Tobacco'), ('green', 'Forest|Green|Fern'),
  ('teal', 'Teal|Verdigris|Deep Sea'), ('white', 'Arctic White|Chalk|Ivory'),
  ('black', 'Jet Black|Charcoal|Blackboard'), ('pink', 'Blush|Rose|Peach Pink'),
  ('yellow', 'Mango Yellow|Marigold|Lemon'), ('sky', 'Sky Blue|Powder Blue|Cloud'),
  ('sage', 'Sage|Pistachio|Eucalyptus'), ('red', 'Signal Red|Kumkum Red|Brick Red'),
  ('maroon', 'Maroon|Oxblood|Wine'), ('lavender', 'Lavender|Lilac|Mauve')
),
candidate as (
  select surface.*, picture.colour, picture.images, place,
    (string_to_array(nouns, '|'))[place] || ', ' || (string_to_array(words, '|'))[place] as name
  from surface
  join picture using (surface)
  join tone using (colour)
  cross join generate_series(1, 3) as place
),
item as (
  select chosen.*, row_number() over (order by md5('roll/' || name)) as shelf,
    pg_temp.part('size/' || name, chosen.sizes) as size
  from (select * from candidate order by place, md5(name) limit 62) as chosen
)
select
  md5('backdrop/' || item.name)::uuid,
  item.name,
  pg_temp.part('remark/' || item.name, item.remarks) || ' '
    || pg_temp.part('note/' || item.name, 'A stand is included where it needs one.|Set up before you arrive.|Ask for a matching floor.|Rigged by us in ten minutes.'),
  material.id, color.id, studio_size.id, size.length_feet, size.width_feet,
  -- Some come free with any booking, those that are built in never.
  case when not item.bound and pg_temp.pick('free/' || item.name, 8) = 0 then 0
    else pg_temp.price(item.name, item.low, item.high) end,
  1 + pg_temp.pick('many/' || item.name, case when item.bound then 1 else 3 end),
  item.bound,
  pg_temp.pick('active/' || item.name, 22) <> 0,
  item.images,
  current_date - interval '690 days' + item.shelf * interval '260 hours'
from item
join size using (size)
join public.backdrop_size_manager as studio_size using (size_value)
join public.backdrop_materials as material on material.name = item.material
join public.colors as color on color.name = initcap(item.colour)
order by item.shelf;
