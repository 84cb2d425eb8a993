-- Clothes: every garment in every colour that it was drawn in.

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

insert into public.clothes (
  id, name, description, brand_id, color_id, category_id, gender_id, size_id, price, quantity,
  in_studio, active, images, created_at
)
with
picture as (
  select part[1] as subject, part[2] as colour,
    array_agg('/storage/v1/object/public/catalogue/' || name order by name) as images
  from storage.objects
  cross join lateral regexp_match(name, '^clothes/(.+)-([a-z]+)-[0-9]\.webp$') as part
  where bucket_id = 'catalogue' and part is not null
  group by 1, 2
),
-- subject, category, for whom, sizes, what it is, its manner, its cloth, ₹ a day
subject (subject, category, gender, sizes, nouns, styles, cloths, low, high) as (values
  ('kurta', 'Ethnic Wear', 'men', 'S|M|L|XL|XXL', 'Kurta|Straight Kurta|Short Kurta', 'Chikankari|Band-Collar|Lucknowi|Festive|Everyday', 'Cotton|Khadi|Linen|Tussar', 200, 650),
  ('sherwani', 'Bridal & Festive', 'men', 'S|M|L|XL', 'Sherwani|Achkan|Groom''s Sherwani', 'Jodhpuri|Zardozi|Nawabi|Button-Down', 'Brocade|Raw Silk|Jacquard', 1500, 5500),
  ('lehenga', 'Bridal & Festive', 'women', 'S|M|L|Free Size', 'Lehenga|Bridal Lehenga|Lehenga Choli', 'Gota-Patti|Zardozi|Mirror-Work|Sangeet', 'Raw Silk|Velvet|Georgette', 1800, 7500),
  ('saree', 'Ethnic Wear', 'women', 'Free Size', 'Saree|Wedding Saree|Temple-Border Saree', 'Kanjivaram|Banarasi|Mysore|Chettinad|Ilkal', 'Silk|Silk Cotton|Crêpe', 450, 2400),
  ('anarkali', 'Ethnic Wear', 'women', 'S|M|L|XL', 'Anarkali|Floor-Length Anarkali|Anarkali Suit', 'Mughal|Festive|Kathak|Panelled', 'Georgette|Chanderi|Silk', 600, 2200),
  ('dupatta', 'Ethnic Wear', 'women', 'Free Size', 'Dupatta|Stole|Odhani', 'Phulkari|Bandhani|Gota-Edged|Tasselled', 'Chiffon|Cotton|Silk', 150, 400),
  ('blazer', 'Formal Wear', 'men', 'S|M|L|XL', 'Blazer|Single-Breasted Blazer|Suit Jacket', 'Boardroom|Italian-Cut|Club|Slim', 'Wool|Linen|Velvet', 500, 1500),
  ('shirt', 'Western Wear', 'unisex', 'S|M|L|XL', 'Shirt|Camp-Collar Shirt|Short-Sleeved Shirt', 'Weekend|Oxford|Retro|Relaxed', 'Cotton|Poplin|Linen', 150, 350),
  ('waistcoat', 'Formal Wear', 'men', 'S|M|L|XL', 'Waistcoat|Nehru Vest|Three-Button Waistcoat', 'Heritage|Groomsman''s|Barista|Country', 'Tweed|Wool|Herringbone', 250, 700),
  ('jacket', 'Outerwear', 'unisex', 'S|M|L|XL', 'Biker Jacket|Flight Jacket|Zip Jacket', 'Rider''s|Vintage|Rock|Cropped', 'Leather|Suede|Waxed Canvas', 500, 1600),
  ('gown', 'Bridal & Festive', 'women', 'XS|S|M|L', 'Evening Gown|Ball Gown|Red-Carpet Gown', 'Princess|Off-Shoulder|Cocktail|Gala', 'Satin|Tulle|Taffeta', 1200, 4800),
  ('dress', 'Western Wear', 'women', 'XS|S|M|L', 'Sundress|Swing Dress|Day Dress', 'Summer|Fifties|Picnic|Scalloped', 'Cotton|Rayon|Linen', 300, 900),
  ('coat', 'Outerwear', 'unisex', 'S|M|L|XL', 'Coat|Overcoat|Trench Coat', 'Detective|Winter|Parisian|Hill-Station', 'Wool|Gabardine|Tweed', 500, 1600),
  ('kimono', 'Uniforms & Costumes', 'women', 'Free Size', 'Kimono|Summer Yukata|Robe', 'Kyoto|Cherry-Blossom|Stage', 'Silk|Cotton|Satin', 500, 1400),
  ('t-shirt', 'Western Wear', 'unisex', 'S|M|L|XL|XXL', 'T-Shirt|Crew-Neck Tee|Blank Tee', 'Plain|Colour-Block|Vintage-Wash', 'Cotton|Slub Cotton|Bamboo Jersey', 0, 200),
  ('jeans', 'Western Wear', 'unisex', 'Waist 28|Waist 30|Waist 32|Waist 34', 'Jeans|Turn-Up Jeans|Straight Jeans', 'Nineties|Workwear|High-Rise', 'Denim|Rigid Denim|Selvedge', 200, 450),
  ('blouse', 'Western Wear', 'women', 'S|M|L', 'Blouse|V-Neck Top|Wrap Top', 'Office|Summer|Café', 'Crêpe|Cotton|Satin', 150, 350),
  ('lab-coat', 'Uniforms & Costumes', 'unisex', 'M|L|XL', 'Lab Coat|Doctor''s Coat|Pharmacist''s Coat', 'Hospital|Scientist''s|Teaching', 'Cotton Drill|Polycotton', 180, 350),
  ('scarf', 'Accessories', 'unisex', 'Free Size', 'Scarf|Muffler|Winter Scarf', 'Chunky|College|Himachali', 'Wool|Cashmere Blend|Mohair', 150, 300),
  ('heels', 'Footwear', 'women', 'UK 4|UK 5|UK 6|UK 7', 'Stilettos|Pumps|High Heels', 'Red-Carpet|Party|Pointed', 'Patent|Suede|Satin', 250, 600),
  ('oxfords', 'Footwear', 'men', 'UK 7|UK 8|UK 9', 'Oxfords|Derby Shoes|Lace-Ups', 'Wingtip|Banker''s|Heritage', 'Grained Leather|Burnished Leather', 300, 700),
  ('sneakers', 'Footwear', 'unisex', 'UK 5|UK 6|UK 7|UK 8', 'Trainers|Running Shoes|Sneakers', 'Retro|Track|Chunky', 'Mesh|Suede Panel', 200, 450),
  ('boots', 'Footwear', 'women', 'UK 4|UK 5|UK 6', 'Ankle Boots|Heeled Boots|Zip Boots', 'Retro|Go-Go|Stage', 'Leather|Patent', 300, 700),
  ('sandals', 'Footwear', 'women', 'UK 4|UK 5|UK 6', 'Heeled Sandals|Mules|Summer Sandals', 'Beach-Club|Holiday|Kolhapuri', 'Leather|Suede', 200, 450),
  ('top-hat', 'Hats & Headwear', 'unisex', 'Free Size', 'Top Hat|Magician''s Hat|Silk Hat', 'Ringmaster|Victorian|Cabaret', 'Felt|Silk Plush', 180, 350),
  ('sun-hat', 'Hats & Headwear', 'women', 'Free Size', 'Sun Hat|Straw Hat|Wide-Brim Hat', 'Garden|Beach|Derby-Day', 'Straw|Raffia', 150, 350),
  ('cap', 'Hats & Headwear', 'unisex', 'Free Size', 'Cap|Baseball Cap|Dad Cap', 'Plain|Washed|Team', 'Cotton Twill|Brushed Cotton', 0, 200),
  ('necktie', 'Accessories', 'men', 'Free Size', 'Collar and Tie|Shirt Front and Tie', 'Newsreader''s|Striped|Banker''s', 'Silk|Cotton', 150, 250),
  ('sunglasses', 'Accessories', 'unisex', 'Free Size', 'Sunglasses|Shades|Tinted Glasses', 'Wayfarer-Shape|Seventies|Poolside', 'Acetate|Tortoiseshell', 150, 350),
  ('handbag', 'Accessories', 'women', 'Free Size', 'Handbag|Top-Handle Bag|Day Bag', 'Ladylike|Two-Tone|Boutique', 'Leather|Vegan Leather|Canvas', 250, 800),
  ('clutch', 'Accessories', 'women', 'Free Size', 'Clutch|Evening Purse|Cosmetic Pouch', 'Wedding|Quilted|Zipped', 'Satin|Leather|Velvet', 150, 450)
),
category (category, brands, remarks, notes) as (values
  ('Ethnic Wear', 'Anvaya|Khadi Room|Bandhani Lane|Mysore Silk Room', 'Falls well when the wearer turns, and holds its colour in daylight.|The border reads clearly even in a wide shot.|Soft with washing, so it moves like one''s own.|A safe choice for festive campaigns.', 'Steamed and pinned on request.|Blouse pieces are lent with it.|Dry-cleaned after every wear.'),
  ('Bridal & Festive', 'Zari Atelier|Mysore Silk Room|Anvaya', 'Handwork that rewards a close-up.|Heavy enough to hang straight, light enough for a whole day of shooting.|Catches a backlight along every edge.|Made for the one picture everyone remembers.', 'Fitting with our stylist is included.|Needs two hours of steaming.|Jewellery is lent separately.'),
  ('Western Wear', 'Coromandel|Northern Line|Generic', 'Plain enough for any brand film.|Cut easy, so it fits more than one size.|No logo, nothing to cover.|Looks worn-in rather than worn-out.', 'Washed after every shoot.|Pins and clips are welcome, cutting is not.|Two more in the same size on request.'),
  ('Formal Wear', 'Darzi & Sons|Northern Line', 'Shoulders that stay put when the arms move.|Reads sharp in a boardroom and soft in a café.|Tailored on Commercial Street.|Pairs with trousers from our rail.', 'Alterations by hand stitch only.|Lint-rolled and pressed.|Trousers are lent free of charge.'),
  ('Outerwear', 'Northern Line|Coromandel', 'Gives a silhouette character in one step.|Weather in a garment: rain optional.|Heavy, structured, and quiet for sound.|The collar stands up by itself.', 'Not for real rain.|Dry-cleaned monthly.|Comes on a wide hanger.'),
  ('Footwear', 'Coromandel|Generic', 'Soles are taped, so a clean floor stays clean.|Comfortable for one scene, glamorous for all of them.|Polished before it leaves us.|Heel tips are new.', 'Half sizes with insoles.|Worn indoors only.|Sanitised after each rental.'),
  ('Hats & Headwear', 'Northern Line|Generic', 'Frames a face without shading the eyes.|Keeps its shape between takes.|Sits right on most heads, with padding to help.', 'Comes in a hat box.|Hairspray first, hat second, please.|Sanitised after each rental.'),
  ('Accessories', 'Coromandel|Bandhani Lane|Generic', 'The small thing that finishes a look.|Photographs well on a model and alone on a table.|Picks up the colour of the set.', 'Small, so please count it back in.|Comes in a pouch.|Ask for other colours.'),
  ('Uniforms & Costumes', 'Darzi & Sons|Generic', 'Tells the audience who someone is before they speak.|Cut from the real pattern.|Pressed, starched and ready.', 'No real insignia.|Name tags can be printed.|Ask for the rest of the outfit.')
),
candidate as (
  select subject.*, picture.colour, picture.images,
    style || ' ' || noun || ', ' || initcap(picture.colour) || ' ' || cloth as name, noun, cloth,
    row_number() over (
      partition by subject.subject, picture.colour order by md5(style || noun || cloth || picture.colour)
    ) as place
  from subject
  join picture using (subject)
  cross join unnest(string_to_array(nouns, '|')) as noun
  cross join unnest(string_to_array(styles, '|')) as style
  cross join unnest(string_to_array(cloths, '|')) as cloth
),
item as (
  select chosen.*, row_number() over (order by md5('rail/' || name)) as shelf
  from (select * from candidate order by place, md5(name) limit 304) as chosen
)
select
  md5('cloth/' || item.name)::uuid,
  item.name,
  pg_temp.part('remark/' || item.name, category.remarks) || ' '
    || pg_temp.part('note/' || item.name, category.notes),
  brand.id, color.id, cloth_category.id, gender.id, size.id,
  pg_temp.price(item.name, item.low, item.high),
  1 + pg_temp.pick('many/' || item.name, case when item.high > 1500 then 2 else 5 end),
  item.high > 1500 and pg_temp.pick('studio/' || item.name, 8) = 0,
  pg_temp.pick('active/' || item.name, 25) <> 0,
  item.images,
  current_date - interval '700 days' + item.shelf * interval '55 hours'
from item
join category using (category)
join public.cloth_categories as cloth_category on cloth_category.name = item.category
join public.colors as color on color.name = initcap(item.colour)
join public.gender_options as gender on gender.value = item.gender
join public.clothes_size_manager as size
  on size.size_value = pg_temp.part('size/' || item.name, item.sizes)
join public.cloth_brands as brand on brand.name = case
  when pg_temp.pick('brand/' || item.name, 10) < 3 then 'Generic'
  else pg_temp.part('maker/' || item.name, category.brands) end
order by item.shelf;
