-- Crew: forty people who do not exist.

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

insert into public.crews (
  id, name, description, category_id, seniority, price, quantity, in_studio, active, images, created_at
)
with
craft (category, low, high, people, remarks) as (values
  ('Photographer', 4000, 12500, 'Aarav Menon|Ishita Rao|Kabir Shetty|Naina Thomas|Rohan D’Souza', 'Fashion and beauty, with a soft spot for window light.|Product and still life, tethered and exact.|People at work, people at home, people as they are.'),
  ('Cinematographer', 6000, 12500, 'Dev Malhotra|Sara Koshy|Vikram Hegde|Zoya Khan', 'Brand films with a steady hand and few words.|Music videos, handheld and fearless.|Lights a face first and the room afterwards.'),
  ('Makeup Artist', 2500, 8500, 'Anjali Nair|Farah Sheikh|Mehul Jain|Tara Fernandes', 'Skin that looks like skin, even in a close-up.|Bridal, editorial and everything with glitter.|Fast between looks, kind at five in the morning.'),
  ('Hair Stylist', 2000, 6500, 'Diya Kapoor|Leela Gowda|Sameer Pinto', 'Period hair, wet looks and braids that hold all day.|Works beside make-up, never after it.'),
  ('Fashion Stylist', 3000, 9500, 'Aditi Bhat|Karan Oberoi|Myra Joseph|Ritika Sen', 'Pulls a rail together from our clothes and half the city.|Colour first, label never.|Knows what the camera does to white.'),
  ('Set Designer', 4000, 11500, 'Gautam Iyer|Nandini Das|Pooja Reddy', 'Builds a room overnight and strikes it by breakfast.|Small budgets, large ideas, real plaster.'),
  ('Gaffer', 2500, 6500, 'Imran Pasha|Manjunath R|Suresh Babu', 'Twenty years of making noon look like dusk.|Rigs safely, quickly and with good humour.'),
  ('Studio Assistant', 900, 2200, 'Akash Kumar|Bhavya Shenoy|Joel Mathew|Sneha Patil', 'Knows where everything is, and where it has to go back.|Tethers, tapes, steams and smiles.'),
  ('Producer', 4000, 9500, 'Meera Krishnan|Nikhil Arora|Rhea Chandran', 'Call sheets that people actually read.|Permits, lunches and plan B.'),
  ('Food Stylist', 4000, 9000, 'Kavya Murthy|Omar Siddiqui', 'Steam, gloss and the perfect crumb.|South Indian plates are a speciality.'),
  ('Sound Recordist', 2500, 6000, 'Arjun Varghese|Lavanya Prasad', 'Own kit, own umbrella, very good ears.|Sync sound, voice-over and room tone.'),
  ('Drone Pilot', 4500, 9500, 'Harish Naik|Yash Agarwal', 'Licensed, insured and patient with the wind.|Indoors, outdoors and through open windows.'),
  ('Editor', 3000, 8000, 'Tanvi Deshpande', 'Cuts to breath, not to the beat.|Reels the same evening, films by Friday.')
),
item as (
  select craft.*, name, row_number() over (order by md5('call/' || name)) as shelf,
    pg_temp.pick('years/' || name, 4) as rank
  from craft cross join unnest(string_to_array(people, '|')) as name
)
select
  md5('crew/' || item.name)::uuid,
  item.name,
  pg_temp.part('remark/' || item.name, item.remarks) || ' '
    || (array['Trained with us.', 'Eight years on set.', 'Twelve years on set.', 'Assisted the best of them.'])[1 + pg_temp.pick('bio/' || item.name, 4)],
  category.id,
  (array['Junior', null, 'Senior', 'Lead'])[1 + item.rank],
  round((item.low + (item.high - item.low) * (item.rank * 0.28 + pg_temp.pick(item.name, 10) * 0.016)) / 100) * 100,
  1,
  false,
  pg_temp.pick('active/' || item.name, 25) <> 0,
  array(
    select '/storage/v1/object/public/catalogue/' || picture.name from storage.objects as picture
    where bucket_id = 'catalogue'
      and picture.name like 'crew/' || private.slug_of(replace(item.name, '’', '')) || '-_.webp'
    order by picture.name),
  current_date - interval '650 days' + item.shelf * interval '380 hours'
from item
join public.crew_categories as category on category.name = item.category
order by item.shelf;
