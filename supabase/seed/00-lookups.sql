-- The demo studio's lists. Everything here is made up; the same seed gives the same studio every time.

do $$
begin
  if exists (select from public.props) then
    raise exception 'The catalogue is not empty: demo data goes into an empty database only.';
  end if;
end
$$;

insert into public.colors (name, hex) values
  ('Beige', '#d8c6a7'), ('Black', '#33302f'), ('Blue', '#3565b5'), ('Brown', '#8b5c3c'),
  ('Copper', '#b97648'), ('Gold', '#caa24a'), ('Green', '#3d7c58'), ('Grey', '#9b9a97'),
  ('Lavender', '#b1a1d6'), ('Magenta', '#bf3d7b'), ('Maroon', '#7f2432'), ('Mustard', '#d19f2c'),
  ('Navy', '#28395f'), ('Olive', '#7c8048'), ('Orange', '#e08a3c'), ('Pink', '#e49bae'),
  ('Purple', '#704b9d'), ('Red', '#c5372c'), ('Rust', '#b65a34'), ('Sage', '#9db394'),
  ('Silver', '#bfc3c7'), ('Sky', '#8dbde0'), ('Tan', '#c59b6d'), ('Teal', '#23868a'),
  ('White', '#f3f0e9'), ('Yellow', '#efc944'), ('Multicolour', null)
on conflict (name) do nothing;

insert into public.prop_categories (name) values
  ('Seating'), ('Tables'), ('Storage & Shelves'), ('Lighting'), ('Decor'), ('Textiles'),
  ('Kitchen & Dining'), ('Festive & Diya'), ('Musical Instruments'), ('Office'),
  ('Travel & Vintage'), ('Frames & Art'), ('Plants & Florals'), ('Electronics'),
  ('Toys & Kids'), ('Sports & Outdoor')
on conflict (name) do nothing;

insert into public.prop_brands (name) values
  ('Generic'), ('Brass & Banyan'), ('Bombay Bazaar'), ('Chettinad House'), ('Cubbon & Co.'),
  ('Indigo Loom'), ('Kaveri Woodworks'), ('Malgudi Trading'), ('Nilgiri Potters'),
  ('Old Monsoon'), ('Paper Lantern'), ('Rangoli Home'), ('Saptak Music'), ('Studio Sutra')
on conflict (name) do nothing;

insert into public.cloth_brands (name) values
  ('Generic'), ('Anvaya'), ('Bandhani Lane'), ('Coromandel'), ('Darzi & Sons'), ('Khadi Room'),
  ('Mysore Silk Room'), ('Northern Line'), ('Zari Atelier')
on conflict (name) do nothing;

insert into public.cloth_categories (name) values
  ('Ethnic Wear'), ('Bridal & Festive'), ('Western Wear'), ('Formal Wear'), ('Outerwear'),
  ('Footwear'), ('Hats & Headwear'), ('Accessories'), ('Uniforms & Costumes')
on conflict (name) do nothing;

insert into public.clothes_size_manager (size_value) values
  ('XS'), ('S'), ('M'), ('L'), ('XL'), ('XXL'), ('Free Size'), ('Waist 28'), ('Waist 30'),
  ('Waist 32'), ('Waist 34'), ('UK 4'), ('UK 5'), ('UK 6'), ('UK 7'), ('UK 8'), ('UK 9')
on conflict (size_value) do nothing;

insert into public.gender_options (label, value) values
  ('Women', 'women'), ('Men', 'men'), ('Unisex', 'unisex')
on conflict (value) do nothing;

insert into public.backdrop_materials (name) values
  ('Brick'), ('Canvas'), ('Gradient Print'), ('Muslin'), ('Seamless Paper'), ('Velvet'), ('Vinyl'),
  ('Wood')
on conflict (name) do nothing;

insert into public.backdrop_size_manager (size_value) values
  ('5 × 7 ft'), ('6 × 9 ft'), ('8 × 10 ft'), ('9 × 12 ft'), ('10 × 20 ft')
on conflict (size_value) do nothing;

insert into public.gear_category_manager (name) values
  ('Cameras'), ('Lenses'), ('Lights'), ('Light Shaping'), ('Supports & Grip'), ('Motion & Drones'),
  ('Audio'), ('Monitors & Playback'), ('Effects'), ('Power & Accessories')
on conflict (name) do nothing;

insert into public.gear_brands (name) values
  ('Generic'), ('Arca Nine'), ('Gridline'), ('Halide'), ('Kestrel'), ('Lumora'), ('Northlight'),
  ('Sona'), ('Vayu')
on conflict (name) do nothing;

insert into public.crew_categories (name) values
  ('Photographer'), ('Cinematographer'), ('Makeup Artist'), ('Hair Stylist'), ('Fashion Stylist'),
  ('Set Designer'), ('Gaffer'), ('Studio Assistant'), ('Producer'), ('Food Stylist'),
  ('Sound Recordist'), ('Drone Pilot'), ('Editor')
on conflict (name) do nothing;

-- The demo studio needs no set-up.
insert into private.studio_settings (key, value) values ('setup.finished', 'true')
on conflict (key) do nothing;
