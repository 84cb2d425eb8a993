-- Gear: the makers are made up, the kinds of equipment are not.

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

insert into public.gear (
  id, name, description, gear_category_id, gear_brand_id, width_cm, depth_cm, height_cm, price, quantity,
  in_studio, active, images, created_at
)
with
picture as (
  -- A subject in several colours is one kind of gear here.
  select part[1] as subject, part[2] as colour,
    array_agg('/storage/v1/object/public/catalogue/' || name order by name) as images
  from storage.objects
  cross join lateral regexp_match(name, '^gear/(.+)-([a-z]+)-[0-9]\.webp$') as part
  where bucket_id = 'catalogue' and part is not null
  group by 1, 2
),
subject (subject, category, brands, kinds, nouns, low, high) as (values
  ('mirrorless', 'Cameras', 'Kestrel|Halide|Arca Nine', 'K5 24 MP|K7 33 MP|K7s 4K|K9 61 MP|Mark II', 'Mirrorless Body|Full-Frame Camera', 1800, 6500),
  ('cine-camera', 'Cameras', 'Arca Nine|Kestrel', 'C6 6K|C8 8K|Super 35|Studio 4K|Compact 4K', 'Cinema Camera|Digital Cine Body', 5500, 12500),
  ('lens', 'Lenses', 'Halide|Kestrel|Arca Nine', '24 mm f/1.4|35 mm f/1.8|50 mm f/1.2|85 mm f/1.4|100 mm Macro|24–70 mm f/2.8|70–200 mm f/2.8|T2.1 Cine 35 mm', 'Lens', 600, 3200),
  ('camera', 'Cameras', 'Halide|Generic', 'M3 Leather-Clad|APS-C Travel|35 mm Film', 'Rangefinder|Compact Camera', 800, 2400),
  ('video-camera', 'Cameras', 'Kestrel|Generic', 'HD 20× Zoom|4K Event|MiniDV', 'Camcorder', 900, 2600),
  ('movie-camera', 'Cameras', 'Halide|Arca Nine', '16 mm|Super 8|35 mm Show', 'Film Camera', 1500, 5500),
  ('tripod', 'Supports & Grip', 'Gridline|Vayu|Generic', 'Carbon 75 mm|Aluminium|Fluid-Head|Low-Angle|Travel', 'Tripod|Video Tripod', 250, 1200),
  ('softbox', 'Light Shaping', 'Northlight|Generic', '60 × 90 cm|80 × 120 cm|30 × 120 cm Strip|90 cm Square', 'Softbox|Gridded Softbox', 250, 700),
  ('octabox', 'Light Shaping', 'Northlight|Lumora', '95 cm|120 cm|150 cm|Deep 90 cm', 'Octabox|Beauty Octa', 350, 900),
  ('ring-light', 'Lights', 'Lumora|Generic', '12-inch|18-inch|22-inch Bi-Colour', 'Ring Light', 250, 600),
  ('led-panel', 'Lights', 'Lumora|Northlight', '1 × 1 Bi-Colour|2 × 1 RGB|Soft Mat|150 W|Battery', 'LED Panel|Panel Light', 500, 2200),
  ('fresnel', 'Lights', 'Northlight|Lumora', '300 W|650 W Tungsten|1 kW|200 W LED', 'Fresnel', 600, 2200),
  ('strobe', 'Lights', 'Lumora|Northlight|Halide', '200 Ws|400 Ws|600 Ws Battery|1200 Ws Pack', 'Strobe|Monolight', 600, 2600),
  ('umbrella', 'Light Shaping', 'Northlight|Generic', '105 cm White|150 cm Shoot-Through|180 cm Parabolic', 'Umbrella', 150, 350),
  ('c-stand', 'Supports & Grip', 'Gridline|Generic', '40-inch|20-inch|Turtle-Base|With Flag', 'C-Stand|Century Stand', 150, 300),
  ('reflector', 'Light Shaping', 'Lumora|Generic', '80 cm|110 cm Five-in-One|150 × 200 cm', 'Reflector', 0, 300),
  ('gimbal', 'Motion & Drones', 'Vayu|Kestrel', 'Pro 3.6 kg|Mini|Compact', 'Gimbal Stabiliser|Handheld Gimbal', 900, 2200),
  ('slider', 'Motion & Drones', 'Vayu|Gridline', '60 cm|100 cm Motorised|120 cm', 'Camera Slider', 500, 1600),
  ('dolly', 'Motion & Drones', 'Gridline', '12 ft Track|Skater|Doorway', 'Camera Dolly', 1500, 4500),
  ('drone', 'Motion & Drones', 'Vayu', 'Mini 249 g|Pro 5.1K|Dual-Camera', 'Camera Drone', 2500, 6500),
  ('boom-mic', 'Audio', 'Sona|Generic', 'Short|Long|Furry', 'Boom Microphone|Shotgun Kit', 500, 1400),
  ('microphone', 'Audio', 'Sona|Generic', 'Large-Diaphragm|USB Podcast|Broadcast', 'Studio Microphone', 350, 1200),
  ('headphones', 'Audio', 'Sona|Generic', 'Closed-Back|Wireless|Open-Back', 'Monitoring Headphones', 150, 400),
  ('mixer', 'Audio', 'Sona', 'Four-Channel|Six-Channel|Podcast', 'Field Mixer|Audio Mixer', 600, 1800),
  ('monitor', 'Monitors & Playback', 'Kestrel|Gridline', '7-inch On-Camera|17-inch|24-inch Director''s|27-inch Colour', 'Field Monitor|Reference Monitor', 600, 2400),
  ('smoke-machine', 'Effects', 'Generic|Gridline', '400 W|900 W|Low-Fog', 'Smoke Machine|Hazer', 500, 1600),
  ('apple-boxes', 'Supports & Grip', 'Gridline|Generic', 'Full Set of|Half|Pancake', 'Apple Boxes', 0, 250),
  ('sandbag', 'Supports & Grip', 'Gridline|Generic', '5 kg|7 kg|10 kg', 'Sandbag', 0, 150),
  ('clapper', 'Power & Accessories', 'Generic', 'Acrylic|Wooden|Digital', 'Clapperboard', 150, 500),
  ('megaphone', 'Audio', 'Sona|Generic', '25 W|Foldable|Rechargeable', 'Megaphone', 150, 300),
  ('projector', 'Monitors & Playback', 'Halide|Generic', '8 mm|16 mm|Show-Print', 'Film Projector', 600, 1800),
  ('paper-roll', 'Supports & Grip', 'Gridline|Generic', '2.7 m Motorised|3 m Telescopic|Wall-Mounted', 'Backdrop Stand', 200, 600),
  ('flashlight', 'Power & Accessories', 'Generic|Vayu', 'High-CRI|Rechargeable|Pocket', 'Torch', 150, 250),
  ('battery', 'Power & Accessories', 'Vayu|Generic', 'V-Mount 98 Wh|V-Mount 190 Wh|NP-F Twin-Pack', 'Battery', 200, 600)
),
-- Width, depth and height in cm of what has to fit a set, a van and a doorway, as it stands there; none
-- where the name says a size.
sides (subject, width, depth, height) as (values
  ('cine-camera', 14, 18, 16), ('video-camera', 14, 28, 17), ('movie-camera', 22, 36, 32), ('tripod', 92, 92, 158),
  ('fresnel', 34, 32, 46), ('strobe', 14, 26, 20), ('gimbal', 24, 20, 40), ('mixer', 26, 20, 8),
  ('smoke-machine', 28, 44, 26), ('projector', 34, 22, 38), ('c-stand', 96, 96, null), ('apple-boxes', 50, 30, null)
),
category (category, remarks, notes) as (values
  ('Cameras', 'Sensor cleaned and firmware current.|Holds its colour next to our other bodies.|A quiet, dependable body for long days.', 'Two batteries, charger and a card are included.|Lens rented separately.|ID and deposit needed outside the studio.'),
  ('Lenses', 'Sharp where it matters and gentle everywhere else.|Calibrated against our bodies every month.|Focus ring geared for a follow focus.', 'Caps, hood and filter included.|Please change lenses on the cart.|Other mounts with adaptor.'),
  ('Lights', 'Even output and no green in the skin.|Quiet enough to sit beside dialogue.|Bright enough to argue with a window.', 'Stand, cable and barn doors included.|Needs a 6 A socket.|Ask for a gaffer with it.'),
  ('Light Shaping', 'Turns a hard source into a kind one.|Goes up in under a minute.|The fabric is clean and still white.', 'Speed ring included.|Sandbag it outdoors.|Folds into its own bag.'),
  ('Supports & Grip', 'Stands where you put it.|Checked, tightened and oiled every week.|The unglamorous thing that saves the shot.', 'Free with larger bookings.|Please return it with its pins.|Ask for more of them.'),
  ('Motion & Drones', 'Smooth from the first frame to the last.|Balanced for our own cameras, with a card that says how.|Small enough to work in a corridor.', 'Operator available by the day.|Permits are the hirer''s affair.|Three batteries included.'),
  ('Audio', 'Clean preamps and a low noise floor.|Picks up the voice and leaves the road outside.|Ready for two-person interviews.', 'Wind cover and cables included.|Fresh batteries each day.|Card not included.'),
  ('Monitors & Playback', 'Calibrated last week, hooded for sunlight.|So the client can see without leaning in.|Takes SDI and HDMI.', 'Stand and cables included.|Battery plate on request.|Please keep it out of direct rain.'),
  ('Effects', 'Atmosphere on demand, gone in ten minutes.|Water-based fluid, gentle on lungs and lenses.', 'Fluid for one day included.|The fire panel is switched off by us only.'),
  ('Power & Accessories', 'The small thing that someone always forgets.|Tested and labelled.', 'Charger included.|Please count it back in.')
),
candidate as (
  select subject.*, picture.colour, picture.images, brand,
    case brand when 'Generic' then '' else brand || ' ' end || kind || ' ' || noun
      || case when count(*) over (partition by subject.subject, brand, kind, noun) > 1
        then ', ' || initcap(picture.colour) else '' end as name,
    row_number() over (partition by subject.subject order by md5(brand || kind || noun || picture.colour)) as place
  from subject
  join picture using (subject)
  cross join unnest(string_to_array(brands, '|')) as brand
  cross join unnest(string_to_array(kinds, '|')) as kind
  cross join unnest(string_to_array(nouns, '|')) as noun
),
item as (
  select chosen.*, row_number() over (order by md5('case/' || name)) as shelf
  from (select * from candidate order by place, md5(name) limit 254) as chosen
)
select
  md5('gear/' || item.name)::uuid,
  item.name,
  pg_temp.part('remark/' || item.name, category.remarks) || ' '
    || pg_temp.part('note/' || item.name, category.notes),
  gear_category.id, gear_brand.id,
  sides.width + pg_temp.pick('width/' || item.name, 4),
  sides.depth + pg_temp.pick('depth/' || item.name, 3),
  sides.height + pg_temp.pick('height/' || item.name, 4),
  pg_temp.price(item.name, item.low, item.high),
  1 + pg_temp.pick('many/' || item.name, case when item.high > 2000 then 2 else 8 end),
  pg_temp.pick('studio/' || item.name, 14) = 0,
  pg_temp.pick('active/' || item.name, 25) <> 0,
  item.images,
  current_date - interval '715 days' + item.shelf * interval '67 hours'
from item
join category using (category)
left join sides using (subject)
join public.gear_category_manager as gear_category on gear_category.name = item.category
join public.gear_brands as gear_brand on gear_brand.name = item.brand
order by item.shelf;
