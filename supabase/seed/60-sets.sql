-- Sets and packages: each composed scene in its variants.

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

insert into public.sets (
  id, name, description, category, price, quantity, in_studio, active, images, created_at
)
with
scene (scene, category, low, high, names, remarks) as (values
  ('living-room', 'set', 4500, 9500, 'Teal Living Room|Mid-Century Living Room|Sunday Afternoon Living Room', 'A finished living room with sofa, arc lamp, art and plants, lit from the left by a real window.|Shoot three walls, or fly one out for a wider lens.'),
  ('boho-lounge', 'set', 4000, 8500, 'Boho Lounge|Goa Veranda|Peacock Chair Corner', 'Cane, palms and festoon lights for fashion and music.|Warm at any hour, warmer after six.'),
  ('festive-diwali', 'set', 5000, 11000, 'Diwali Courtyard|Haldi Morning|Marigold Mandap Corner', 'Marigolds, urli, diyas and brass, dressed fresh on the day.|Bring the family, we bring the festival.'),
  ('home-office', 'set', 3500, 7500, 'Home Office|Writer''s Study|Founder''s Desk', 'Desk, shelf and a window that can be any time of day.|For tutorials, founders and people on calls.'),
  ('retro-diner', 'set', 4500, 9000, 'Retro Diner Counter|Irani Café Corner|Midnight Bar', 'Counter, stools and pendants with a switchable neon glow.|Nostalgia with working taps.'),
  ('minimal-plinth', 'set', 2500, 6000, 'Blush Product Stage|Arches and Plinths|Minimal Cosmetic Stage', 'Arches, plinths and one clean curve of floor for product work.|Repainted to your brand colour for a small fee.'),
  ('bridal-stage', 'set', 6500, 12500, 'Bridal Boudoir|Maroon Velvet Stage|Wedding Portrait Stage', 'Velvet, flowers and a chandelier, with room for a long train.|A changing room is attached.'),
  ('vintage-travel', 'set', 3500, 8000, 'Explorer''s Study|Railway Waiting Room|Steamer Cabin', 'Trunks, maps and a gramophone: the age of slow travel.|Smells of teak, looks like 1936.'),
  ('nursery', 'set', 3500, 7000, 'Pastel Nursery|Cake-Smash Corner|Storybook Bedroom', 'Soft colours and round corners, warmed to 27 degrees for newborns.|Toys sanitised, floor padded.'),
  ('kitchen-corner', 'set', 4500, 9500, 'Farmhouse Kitchen Corner|Breakfast Nook|Sage Kitchen', 'A table, a pendant and running water just out of frame.|Overhead rig for recipe films included.'),
  ('music-room', 'set', 4000, 8500, 'Listening Room|Garage Rehearsal Room|Vinyl Bar', 'Guitar, turntable and speakers, with treated walls behind the camera.|Sync sound is possible here.'),
  ('interview', 'package', 7500, 12500, 'Two-Person Interview Package|Podcast Video Package|Founder Story Package', 'Two chairs, key and fill, two cameras and sound, ready in an hour.|An assistant stays with you all day.'),
  ('product-package', 'package', 5500, 11500, 'Tabletop Product Package|E-Commerce Day Package|Jewellery Macro Package', 'Plinth, octabox, flags, a macro lens and a tethered laptop.|Forty products a day is realistic.'),
  ('video-package', 'package', 8500, 12500, 'Brand Film Package|Music Video Package|One-Day Reel Package', 'Cinema camera, fresnels, monitor and grip, with a gaffer.|Everything on one trolley and one bill.')
),
item as (
  select scene.*, name, row_number() over (order by md5('stage/' || name)) as shelf
  from scene cross join unnest(string_to_array(names, '|')) as name
)
select
  md5('set/' || item.name)::uuid,
  item.name,
  replace(item.remarks, '|', ' '),
  item.category,
  pg_temp.price(item.name, item.low, item.high),
  1,
  item.category = 'set' or item.scene = 'interview',
  pg_temp.pick('active/' || item.name, 20) <> 0,
  array(
    select '/storage/v1/object/public/catalogue/' || picture.name from storage.objects as picture
    where bucket_id = 'catalogue' and picture.name like 'sets/' || item.scene || '-_.webp'
    order by picture.name),
  current_date - interval '600 days' + item.shelf * interval '340 hours'
from item
order by item.shelf;
