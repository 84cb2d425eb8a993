-- Props: every subject in every colour that it was drawn in, under plausible names.

-- A number from 0 to n - 1, always the same for the same text.
create or replace function pg_temp.pick(seed text, n bigint) returns int language sql immutable
  return (('x' || left(md5(seed), 7))::bit(28)::int % greatest(n, 1))::int;
-- A name in running text: lower case, but for names of places and the like.
create or replace function pg_temp.plain(name text, at_start boolean) returns text
language sql immutable return case
  when name ~ '(Akash|Assam|Burgundy|Channapatna|Christmas|DJ|Dutch|English|Greek|Irani|Jaipur|Kashmir|Swiss|TV|VHS)'
    then name
  when at_start then upper(left(name, 1)) || lower(substr(name, 2))
  else lower(name)
end;
-- Rupees in a band, more often near its lower end, rounded as a price list is.
create or replace function pg_temp.price(seed text, low numeric, high numeric) returns numeric
language sql immutable return (
  select round(p / step) * step
  from (select low + (high - low) * power(pg_temp.pick(seed, 1000) / 1000.0, 1.7)) as raw (p)
  cross join lateral (select case when p < 500 then 10 when p < 2000 then 50 else 100 end) as s (step)
);

insert into public.props (
  id, name, description, brand_id, color_id, category_id, width_cm, depth_cm, height_cm, price, quantity,
  in_studio, active, images, created_at
)
with
picture as (
  -- props/<subject>-<colour>-<composition>.webp
  select part[1] as subject, part[2] as colour,
    array_agg('/storage/v1/object/public/catalogue/' || name order by name) as images
  from storage.objects
  cross join lateral regexp_match(name, '^props/(.+)-([a-z]+)-[0-9]\.webp$') as part
  where bucket_id = 'catalogue' and part is not null
  group by 1, 2
),
-- What a thing is made of, said with its colour; '*' stands for every colour that has no row.
finish (class, colour, words) as (values
  ('wood', '*', '{c} Lacquer|{c} Distressed Paint|{c} Chalk Paint'),
  ('wood', 'brown', 'Teak|Sheesham|Walnut|Mango Wood'),
  ('wood', 'tan', 'Oak|Natural Cane|Ash|Bamboo'),
  ('wood', 'beige', 'Bleached Oak|Natural Pine|Raw Ash'),
  ('wood', 'white', 'White Limewash|Ivory Paint|White Chalk Paint'),
  ('wood', 'black', 'Ebonised Teak|Black Lacquer|Charred Oak'),
  ('wood', 'gold', 'Brushed Brass|Gold Leaf|Antique Gilt'),
  ('fabric', '*', '{c} Velvet|{c} Linen|{c} Bouclé|{c} Tweed'),
  ('fabric', 'rust', 'Rust Velvet|Tan Leather|Terracotta Linen|Rust Corduroy'),
  ('fabric', 'black', 'Black Leather|Black Canvas|Charcoal Tweed'),
  ('fabric', 'white', 'Ivory Bouclé|White Cotton|Chalk Linen'),
  ('soft', '*', '{c} Wool|{c} Cotton|{c} Silk Blend|{c} Handloom'),
  ('soft', 'white', 'White Sheer|Ivory Linen|White Cotton|Chalk Voile'),
  ('metal', '*', '{c} Enamel|{c} Powder Coat|{c} Lacquered Tin'),
  ('metal', 'gold', 'Brass|Antique Brass|Gilt Iron|Hammered Brass'),
  ('metal', 'copper', 'Copper|Hammered Copper|Aged Copper'),
  ('metal', 'silver', 'Steel|Silver Plate|Hammered Nickel'),
  ('metal', 'black', 'Wrought Iron|Black Steel|Blackened Brass'),
  ('metal', 'white', 'White Enamel|Ivory Powder Coat|Chipped White Paint'),
  ('clay', '*', '{c} Glaze|{c} Stoneware|{c} Crackle Glaze'),
  ('clay', 'rust', 'Terracotta|Red Clay|Burnt Sienna Glaze'),
  ('clay', 'white', 'White Bisque|Ivory Glaze|Bone Stoneware'),
  ('clay', 'blue', 'Jaipur Blue|Cobalt Glaze|Indigo Stoneware'),
  ('clay', 'grey', 'Ash Glaze|Grey Stoneware|Cast Iron'),
  ('plaster', '*', '{c} Plaster|{c} Matte Finish|{c} Stucco'),
  ('plaster', 'black', 'Black Stone|Ebony Resin|Basalt Finish'),
  ('pot', '*', '{c} Pot|{c} Planter|{c} Glazed Pot'),
  ('pot', 'rust', 'Terracotta Pot|Clay Planter|Rust Glazed Pot'),
  ('pot', 'beige', 'Stone Pot|Cane Planter|Sand Glazed Pot'),
  ('pot', 'grey', 'Cement Pot|Slate Planter|Zinc Pot'),
  ('colour', '*', '{c}|Matte {c}|Two-Tone {c}|Faded {c}')
),
-- subject, category, what it is made of (a class above, or its own words), what it is, its manner, ₹ a day
subject (subject, category, class, nouns, styles, low, high) as (values
  ('dining-chair', 'Seating', 'fabric', 'Dining Chair|Side Chair|Café Chair', 'Mid-Century|Danish|Parlour|Bistro|Retro', 180, 650),
  ('armchair', 'Seating', 'fabric', 'Armchair|Club Chair|Tub Chair|Lounge Chair', 'Art Deco|Mid-Century|Classic|Parisian|Low-Slung|Curved', 650, 2400),
  ('wingback', 'Seating', 'fabric', 'Wingback Chair|Library Chair|Fireside Chair', 'Victorian|Colonial|Buttoned|Club', 900, 2800),
  ('sofa', 'Seating', 'fabric', 'Three-Seater Sofa|Couch|Settee', 'Mid-Century|Modern|Art Deco|Loft|Scandinavian|Curved-Arm', 1500, 5500),
  ('chaise', 'Seating', 'fabric', 'Chaise Longue|Daybed|Fainting Couch', 'Regency|Boudoir|Parisian|Art Deco', 1400, 3800),
  ('bar-stool', 'Seating', 'fabric', 'Bar Stool|Counter Stool', 'Industrial|Retro|Hotel Bar|Low-Back', 200, 600),
  ('stool', 'Seating', 'fabric', 'Stool|Footstool|Dressing Stool', 'Milking|Scandinavian|Painter''s|Round', 150, 400),
  ('bench', 'Seating', 'fabric', 'Bench|Bed-End Bench|Piano Bench', 'Tufted|Hairpin|Hallway|Dressing Room', 450, 1400),
  ('pouf', 'Seating', 'fabric', 'Pouf|Ottoman|Floor Seat', 'Moroccan|Stitched|Round|Boho', 250, 800),
  ('cane-chair', 'Seating', 'wood', 'Cane Chair|Cane-Back Chair|Rattan Dining Chair', 'Chandigarh|Mid-Century|Colonial|Planter''s', 350, 1200),
  ('directors-chair', 'Seating', 'Black Canvas|Natural Canvas|Folding Beech', 'Director''s Chair|Folding Chair|Set Chair', 'Classic|Tall|Weathered|Film-Unit', 200, 500),
  ('peacock-chair', 'Seating', 'Rattan|Woven Cane|Wicker', 'Peacock Chair|Fan-Back Chair|Throne Chair', 'Boho|Bridal|Seventies|Grand', 900, 2600),
  ('rocking-chair', 'Seating', 'wood', 'Rocking Chair|Rocker', 'Grandfather''s|Veranda|Nursery|Spindle', 500, 1500),
  ('charpai', 'Seating', 'soft', 'Charpai|String Cot|Khatiya', 'Punjabi|Village|Dhaba|Courtyard', 450, 1200),
  ('coffee-table', 'Tables', 'wood', 'Coffee Table|Centre Table|Low Table', 'Oval|Mid-Century|Atelier|Organic', 450, 1600),
  ('dining-table', 'Tables', 'wood', 'Dining Table|Farmhouse Table|Trestle Table', 'Six-Seater|Rustic|Banquet|Refectory', 1200, 4200),
  ('side-table', 'Tables', 'metal', 'Side Table|Pedestal Table|Café Table', 'Tulip|Bistro|Round|Martini', 250, 900),
  ('console', 'Tables', 'wood', 'Console Table|Hall Table|Sideboard Table', 'Entryway|Three-Drawer|Colonial|Slim', 700, 2200),
  ('writing-desk', 'Tables', 'wood', 'Writing Desk|Secretary Desk|Bureau', 'Headmaster''s|Colonial|Poet''s|Pigeonhole|Clerk''s', 900, 2600),
  ('bookshelf', 'Storage & Shelves', 'wood', 'Bookshelf|Display Shelf|Library Case', 'Tall|Five-Tier|Scholar''s|Open-Back', 700, 2400),
  ('cabinet', 'Storage & Shelves', 'wood', 'Almirah|Cupboard|Armoire|Cabinet', 'Goan|Chettinad|Painted|Two-Door|Farmhouse', 900, 3200),
  ('dresser', 'Storage & Shelves', 'wood', 'Chest of Drawers|Dresser|Sideboard', 'Three-Drawer|Bedroom|Mid-Century|Campaign', 800, 2400),
  ('room-divider', 'Decor', 'wood', 'Room Divider|Folding Screen|Louvred Screen', 'Three-Panel|Boudoir|Shuttered|Colonial', 600, 1800),
  ('ladder', 'Storage & Shelves', 'Weathered Wood|Reclaimed Teak|Rough Pine', 'Ladder|Display Ladder|Blanket Ladder', 'Painter''s|Orchard|Library|Leaning', 150, 500),
  ('crate', 'Storage & Shelves', 'wood', 'Crate|Fruit Crate|Wine Crate|Stacking Box', 'Market|Mandi|Stencilled|Rustic', 150, 350),
  ('floor-lamp', 'Lighting', 'soft', 'Floor Lamp|Standing Lamp|Reading Lamp', 'Drum-Shade|Brass-Stem|Hotel Lobby|Mid-Century', 400, 1300),
  ('arc-lamp', 'Lighting', 'metal', 'Arc Lamp|Overhang Lamp|Arched Floor Lamp', 'Seventies|Italian|Loft|Oversized', 700, 2200),
  ('table-lamp', 'Lighting', 'clay', 'Table Lamp|Bedside Lamp|Desk Lamp', 'Gourd|Hotel|Genie-Base|Pleated-Shade', 250, 900),
  ('pendant', 'Lighting', 'metal', 'Pendant Lamp|Dome Light|Factory Shade', 'Industrial|Kitchen|Warehouse|Schoolhouse', 350, 1200),
  ('chandelier', 'Lighting', 'metal', 'Chandelier|Candle Chandelier|Crystal-Drop Chandelier', 'Haveli|Ballroom|Four-Arm|Nawabi|Opera', 1800, 6500),
  ('lantern', 'Lighting', 'metal', 'Lantern|Candle Lantern|Storm Lantern', 'Moroccan|Ship''s|Courtyard|Ramadan', 180, 600),
  ('string-lights', 'Lighting', 'Warm White|Amber Glass|Ten Metres|Dimmable', 'String Lights|Festoon Lights|Fairy Lights|Bulb Garland', 'Café|Backyard|Wedding|Rooftop', 200, 700),
  ('candle', 'Lighting', 'colour', 'Pillar Candle|Church Candle|Dripping Candle', 'Tall|Melted|Chunky|Set of Three', 150, 250),
  ('bulb', 'Lighting', 'Warm Amber|Clear Glass|Carbon Filament', 'Bulb|Oversized Bulb|Filament Bulb', 'Edison|Display|Workshop|Prop', 150, 300),
  ('vase', 'Decor', 'clay', 'Vase|Bottle Vase|Floor Vase|Urn', 'Hand-Thrown|Khurja|Grecian|Ming-Style|Studio Pottery|Tall', 150, 800),
  ('bud-vase', 'Decor', 'clay', 'Bud Vase|Stem Vase|Single-Flower Vase', 'Slender|Round-Bodied|Studio Pottery|Ikebana', 150, 350),
  ('amphora', 'Decor', 'clay', 'Amphora|Two-Handled Urn|Greek Vase', 'Antique-Style|Museum|Harappan|Weathered', 300, 1100),
  ('arch-mirror', 'Decor', 'metal', 'Arched Mirror|Floor Mirror|Full-Length Mirror', 'Parisian|Dressing Room|Boutique|Slim-Frame', 700, 2200),
  ('round-mirror', 'Decor', 'wood', 'Round Mirror|Porthole Mirror|Vanity Mirror', 'Salon|Hallway|Sunroom|Ship''s', 300, 1100),
  ('candle-stand', 'Decor', 'metal', 'Candle Stand|Candlestick Trio|Taper Holder Set', 'Gothic|Banquet|Chapel|Slender', 200, 700),
  ('book-stack', 'Decor', 'colour', 'Book Stack|Cloth-Bound Books|Coffee-Table Books', 'Antique|Library|Law Chamber|Decorator''s', 150, 400),
  ('plinths', 'Decor', 'plaster', 'Plinth Set|Cylinder Plinths|Display Risers', 'Product|Gallery|Cosmetic Shoot|Round', 400, 1400),
  ('arch-blocks', 'Decor', 'plaster', 'Arch Blocks|Geometric Blocks|Still-Life Arches', 'Product|Stacking|Tabletop|Memphis', 350, 1200),
  ('sculpture', 'Decor', 'plaster', 'Abstract Sculpture|Scroll Sculpture|Modern Bust', 'Gallery|Tabletop|Atelier|Loop', 350, 1500),
  ('mantel-clock', 'Decor', 'wood', 'Mantel Clock|Table Clock|Carriage Clock', 'Edwardian|Station-Master''s|Grandmother''s|Wind-Up', 250, 800),
  ('hourglass', 'Decor', 'Brass Ends|Gold Sand|Half Hour', 'Hourglass|Sand Timer', 'Sailor''s|Apothecary|Study|Large|Alchemist''s', 150, 400),
  ('crown', 'Decor', 'Gilt|Paste Stones|Gold Leaf', 'Crown|Coronet|Theatre Crown', 'Royal|Pageant|Storybook|Emperor''s', 200, 700),
  ('wind-chime', 'Decor', 'Glass|Painted Glass|Porcelain', 'Wind Chime|Window Chime', 'Balcony|Japanese|Monsoon|Seaside', 150, 350),
  ('nesting-dolls', 'Toys & Kids', 'Hand-Painted|Lacquered|Set of Five', 'Nesting Doll|Channapatna Doll|Matryoshka', 'Folk|Souvenir|Collector''s', 150, 400),
  ('trophy', 'Decor', 'Gold Plate|Brass|Engraved', 'Trophy|Winner''s Cup|Loving Cup', 'School|Championship|Polo|Club', 150, 500),
  ('cushion', 'Textiles', 'soft', 'Cushion|Scatter Cushion|Floor Cushion', 'Block-Print|Kantha|Tufted|Ikat|Piped', 150, 300),
  ('bolster', 'Textiles', 'soft', 'Bolster|Gaddi Bolster|Baithak Bolster', 'Zari-End|Rajasthani|Wedding|Piped', 150, 400),
  ('rug', 'Textiles', 'soft', 'Rug|Carpet|Dhurrie|Kilim', 'Kashmiri|Bhadohi|Persian-Style|Medallion|Panja', 450, 2600),
  ('round-rug', 'Textiles', 'soft', 'Round Rug|Braided Rug|Circular Dhurrie', 'Mandala|Nursery|Jute-Edged|Boho', 350, 1200),
  ('curtain', 'Textiles', 'soft', 'Curtain Pair|Drapes|Stage Curtain', 'Full-Length|Pleated|Theatre|Window', 300, 1100),
  ('throw', 'Textiles', 'soft', 'Throw|Folded Blanket|Bedspread Stack', 'Chunky-Knit|Fringed|Himachali|Waffle', 180, 600),
  ('yarn', 'Textiles', 'Pink Wool|Merino|Cotton Twist', 'Yarn Ball|Knitting Set|Wool Skein', 'Grandmother''s|Craft-Table|Chunky', 150, 200),
  ('teapot', 'Kitchen & Dining', 'clay', 'Teapot|Tea Kettle|Irani Chai Pot', 'Tea-Room|Darjeeling|Studio Pottery|Enamelled|Victorian', 150, 500),
  ('teacup', 'Kitchen & Dining', 'clay', 'Tea Cup and Saucer|Coffee Cup|Café Cup', 'Irani Café|Studio Pottery|Bone-Thin|Railway', 150, 200),
  ('wine-glass', 'Kitchen & Dining', 'Crystal|Cut Glass|Long Stem', 'Wine Glass|Goblet|Burgundy Glass', 'Banquet|Set of Six|Tasting', 150, 350),
  ('cocktail-glass', 'Kitchen & Dining', 'Crystal|Smoked Glass|Etched Glass', 'Martini Glass|Cocktail Glass|Coupe', 'Art Deco|Hotel Bar|Set of Four', 150, 350),
  ('bowl', 'Kitchen & Dining', 'clay', 'Serving Bowl|Mixing Bowl|Ramen Bowl', 'Hand-Thrown|Breakfast|Speckled|Deep', 150, 300),
  ('place-setting', 'Kitchen & Dining', 'Porcelain|Stoneware|Bone China', 'Place Setting|Dinner Plate Set|Table Setting', 'Banquet|Hotel|Six-Cover|Wedding', 200, 700),
  ('jar', 'Kitchen & Dining', 'Clear Glass|Blue Glass|Cork Lid', 'Storage Jar|Pickle Jar|Mason Jar', 'Pantry|Grandmother''s|Apothecary', 150, 200),
  ('basket', 'Kitchen & Dining', 'Willow|Cane|Seagrass', 'Picnic Basket|Market Basket|Bread Basket', 'Country|Sunday|Lined|Harvest', 150, 400),
  ('stock-pot', 'Kitchen & Dining', 'metal', 'Stock Pot|Casserole|Dutch Oven', 'Farmhouse|Chef''s|Sunday|Enamelled', 180, 500),
  ('cake', 'Kitchen & Dining', 'Faux Icing|Foam and Plaster|Three Candles', 'Display Cake|Birthday Cake|Dummy Cake', 'Two-Tier|Confetti|Party', 250, 800),
  ('croissant', 'Kitchen & Dining', 'Faux Food|Resin|Foam', 'Croissant|Pastry|Bakery Croissant', 'Glossy|Set of Six|Café', 150, 250),
  ('thali', 'Kitchen & Dining', 'metal', 'Thali Set|Dining Thali|Bhojan Thali', 'Royal|Five-Bowl|Wedding|Temple', 200, 600),
  ('diya', 'Festive & Diya', 'Terracotta|Hand-Painted Clay|Brass', 'Diya|Oil Lamp|Deepam', 'Diwali|Mirror-Work|Kutchi|Set of Eleven|Karthigai', 150, 300),
  ('kalash', 'Festive & Diya', 'metal', 'Kalash|Puja Kalash|Mangal Kalash', 'Wedding|Temple|Coconut-Topped|Grihapravesh', 200, 600),
  ('urli', 'Festive & Diya', 'metal', 'Urli|Floating-Flower Urli|Entrance Urli', 'Kerala|Courtyard|Wide|Temple|Onam', 400, 1500),
  ('toran', 'Festive & Diya', 'Faux Marigold|Mango Leaf|Silk Marigold', 'Toran|Marigold Garland|Door Hanging', 'Haldi|Wedding|Pongal|Mehendi|Ganesh', 150, 500),
  ('paper-lantern', 'Festive & Diya', 'Rice Paper|Bamboo Rib|Tasselled', 'Paper Lantern|Akash Kandil|Hanging Lantern', 'Festival|Night Market|Round|Set of Five', 150, 350),
  ('balloon', 'Festive & Diya', 'colour', 'Balloon|Giant Balloon|Balloon Cluster', 'Party|Carnival|Birthday', 150, 200),
  ('gift', 'Festive & Diya', 'colour', 'Gift Box|Wrapped Present|Hamper Box', 'Ribboned|Christmas|Birthday|Set of Three', 150, 250),
  ('christmas-tree', 'Festive & Diya', 'Four Feet|Six Feet|Eight Feet', 'Christmas Tree|Decorated Fir|Holiday Tree', 'Bauble-Hung|Snow-Tipped|Pre-Lit', 500, 2200),
  ('party-popper', 'Festive & Diya', 'Paper Streamers|Foil|Reusable', 'Party Popper|Confetti Cone|Streamer Set', 'New Year|Birthday|Carnival', 150, 200),
  ('festive-bell', 'Festive & Diya', 'Brass|Bell Metal|Gilt', 'Temple Bell|Puja Bell|Hanging Bell', 'Hand-Rung|Large|Heritage', 150, 500),
  ('lotus', 'Festive & Diya', 'Faux Silk|Backed Foam|Waterproof', 'Floating Lotus|Lotus|Lotus Candle Holder', 'Temple|Puja|Giant|Pooja-Room', 150, 250),
  ('kite', 'Festive & Diya', 'Tissue Paper|Bamboo Spar|Cotton Tail', 'Kite|Patang|Diamond Kite', 'Sankranti|Rooftop|Jaipur', 150, 200),
  ('piata', 'Festive & Diya', 'Tissue Fringe|Papier-Mâché', 'Piñata|Paper Donkey|Party Piñata', 'Fiesta|Birthday|Carnival', 200, 500),
  ('guitar', 'Musical Instruments', 'colour', 'Electric Guitar|Six-String|Stage Guitar', 'Garage-Band|Retro|Rock Club|Surf', 400, 1400),
  ('violin', 'Musical Instruments', 'Spruce|Old Varnish|With Case', 'Violin|Fiddle|Concert Violin', 'Carnatic|Conservatory|Antique', 400, 1200),
  ('banjo', 'Musical Instruments', 'Maple|Calfskin Head|With Strap', 'Banjo|Five-String Banjo', 'Bluegrass|Porch|Travelling|Dixieland', 350, 900),
  ('saxophone', 'Musical Instruments', 'Lacquered Brass|Gold Lacquer|Old Brass', 'Saxophone|Tenor Sax|Alto Sax', 'Jazz Club|Big Band|Street', 600, 1600),
  ('trumpet', 'Musical Instruments', 'Brass|Gold Lacquer|With Mute', 'Trumpet|Cornet|Bugle', 'Marching|Wedding-Band|Jazz', 350, 900),
  ('drum', 'Musical Instruments', 'colour', 'Snare Drum|Marching Drum|Parade Drum', 'School Band|Regimental|Garage', 300, 900),
  ('djembe', 'Musical Instruments', 'Goatskin|Carved Mahogany|Roped', 'Djembe|Hand Drum|Goblet Drum', 'Beach|Drum-Circle|Carved', 300, 800),
  ('tabla', 'Musical Instruments', 'Copper Bayan|Sheesham Dayan|Tuned', 'Tabla Pair|Tabla Set', 'Benares|Concert|Ustad''s|Punjabi', 350, 900),
  ('accordion', 'Musical Instruments', 'Pearl Finish|Restored|Working', 'Accordion|Piano Accordion|Squeezebox', 'Parisian|Bandstand|Folk', 500, 1300),
  ('flute', 'Musical Instruments', 'Bamboo|Assam Bamboo|Tasselled', 'Bansuri|Flute|Recorder', 'Krishna|Concert|Shepherd''s', 150, 300),
  ('maracas', 'Musical Instruments', 'Painted Gourd|Lacquered|Pair', 'Maracas|Shakers|Rattles', 'Fiesta|Salsa|Calypso', 150, 250),
  ('keyboard', 'Musical Instruments', 'Weighted Keys|Unplugged|With Stand', 'Keyboard|Stage Piano|Synthesiser', 'Retro|Studio|Compact', 400, 1400),
  ('desktop', 'Office', 'Dummy Screen|Working|Beige Case', 'Desktop Computer|Office Computer|Workstation', 'Nineties|Cubicle|Cyber Café', 350, 1000),
  ('laptop', 'Office', 'Dummy Screen|Working|Aluminium', 'Laptop|Notebook Computer', 'Start-Up|Slim|Executive', 400, 1500),
  ('printer', 'Office', 'Dummy|Working|Boxy', 'Printer|Desk Printer|Photo Printer', 'Office|Dot-Matrix|Compact', 250, 600),
  ('telephone', 'Office', 'colour', 'Telephone|Desk Telephone|Push-Button Phone', 'Nineteen-Eighties|Hotel|Newsroom|Bakelite-Style', 180, 600),
  ('typewriter', 'Office', 'metal', 'Typewriter|Portable Typewriter|Newsroom Typewriter', 'Novelist''s|Nineteen-Fifties|Court|Working', 400, 1200),
  ('briefcase', 'Office', 'Leather|Tan Hide|Brass Locks', 'Briefcase|Attaché Case|Satchel', 'Banker''s|Nineteen-Seventies|Lawyer''s|Salesman''s', 200, 600),
  ('file-cabinet', 'Office', 'metal', 'Filing Cabinet|File Drawer|Record Cabinet', 'Government Office|Two-Drawer|Archive', 300, 800),
  ('notebook', 'Office', 'Cloth-Bound|Marbled|Unlined', 'Notebook|Journal|Sketchbook', 'Traveller''s|Artist''s|Diary', 150, 180),
  ('fountain-pen', 'Office', 'Blue Resin|Steel Nib|Boxed', 'Fountain Pen|Ink Pen|Signing Pen', 'Executive|Calligrapher''s|School', 150, 250),
  ('clipboard', 'Office', 'Hardboard|Beech|With Forms', 'Clipboard|Call-Sheet Board|Exam Pad', 'Ward|Inspector''s|Coach''s', 150, 180),
  ('trunk', 'Travel & Vintage', 'colour', 'Steamer Trunk|Travel Trunk|Treasure Chest', 'Colonial|Army|Railway|Brass-Bound|Sailor''s', 400, 1400),
  ('suitcase', 'Travel & Vintage', 'colour', 'Suitcase|Travel Case|Weekend Case', 'Nineteen-Forties|Honeymoon|Grand Tour|Hard-Shell', 200, 700),
  ('luggage', 'Travel & Vintage', 'Hard Shell|Cabin Size|Four Wheels', 'Trolley Bag|Cabin Bag|Rolling Suitcase', 'Airport|Holiday|Flight-Crew', 200, 500),
  ('compass', 'Travel & Vintage', 'Brass|Engraved|Glass-Topped', 'Compass|Pocket Compass', 'Explorer''s|Ship''s|Surveyor''s|Scout', 150, 350),
  ('globe', 'Travel & Vintage', 'Painted|Desk Size|Illuminated', 'Globe|World Globe|School Globe', 'Library|Classroom|Explorer''s', 200, 700),
  ('world-map', 'Travel & Vintage', 'Laminated|Linen-Backed|Folded', 'World Map|Wall Map|Trade-Route Map', 'Classroom|Expedition|War Room', 150, 400),
  ('bicycle', 'Travel & Vintage', 'colour', 'Bicycle|Step-Through Bicycle|City Cycle', 'Vintage|Dutch|Milkman''s|Campus', 500, 1500),
  ('scooter', 'Travel & Vintage', 'colour', 'Scooter|Two-Stroke Scooter|Town Scooter', 'Italian|Nineteen-Seventies|Licence-Raj|Roman Holiday', 1800, 5500),
  ('telescope', 'Travel & Vintage', 'On Tripod|Refractor|Brass Fittings', 'Telescope|Spotting Telescope', 'Astronomer''s|Balcony|Naval|Observatory', 500, 1400),
  ('gramophone', 'Travel & Vintage', 'metal', 'Gramophone|Horn Gramophone|Phonograph', 'Wind-Up|Maharaja''s|Drawing-Room|Calcutta', 600, 1800),
  ('parasol', 'Travel & Vintage', 'Cotton|Waxed Cloth|Wooden Handle', 'Umbrella|Parasol|Walking Umbrella', 'Monsoon|Garden-Party|Gentleman''s', 150, 300),
  ('postbox', 'Travel & Vintage', 'Painted Tin|Cast Iron', 'Post Box|Letter Box', 'Railway-Station|Village|Hill-Station|Roadside', 350, 900),
  ('anchor', 'Travel & Vintage', 'Cast Resin|Painted Iron|Roped', 'Anchor|Ship''s Anchor', 'Harbour|Goan|Coastal', 250, 700),
  ('scroll', 'Travel & Vintage', 'Aged Paper|Parchment|Wax-Sealed', 'Scroll|Royal Decree|Map Scroll', 'Mughal|Temple|Courtier''s', 150, 250),
  ('frame', 'Frames & Art', 'wood', 'Framed Print|Picture Frame|Landscape Print', 'Gallery|Mounted|Mid-Century|Botanical', 150, 500),
  ('gallery-wall', 'Frames & Art', 'wood', 'Gallery Wall Set|Frame Cluster|Set of Six Frames', 'Salon-Hang|Staircase|Eclectic|Minimal', 500, 1500),
  ('canvas', 'Frames & Art', 'Acrylic|Oil|Gesso', 'Abstract Canvas|Dune Painting|Horizon Canvas', 'Large|Modernist|Hotel|Diptych', 400, 1600),
  ('painting', 'Frames & Art', 'Gilt Frame|Oil|Carved Frame', 'Landscape Painting|Framed Landscape|Hill-Station Scene', 'Parlour|Company School|Sunday-Painter''s', 300, 1100),
  ('easel', 'Frames & Art', 'Beech|Paint-Splashed|With Canvas', 'Easel|Studio Easel|A-Frame Easel', 'Artist''s|Atelier|Welcome-Board|Plein-Air', 250, 800),
  ('monstera', 'Plants & Florals', 'pot', 'Monstera|Swiss Cheese Plant|Faux Monstera', 'Tall|Bushy|Statement|Mature|Café', 250, 900),
  ('snake-plant', 'Plants & Florals', 'pot', 'Snake Plant|Sansevieria|Faux Snake Plant', 'Tall|Desk|Lobby|Pair of', 180, 500),
  ('areca-palm', 'Plants & Florals', 'pot', 'Areca Palm|Faux Areca|Parlour Palm', 'Tall|Lobby|Veranda|Six-Foot', 300, 1000),
  ('pampas', 'Plants & Florals', 'clay', 'Pampas Arrangement|Dried Grass|Pampas Stems', 'Boho|Bridal|Neutral|Oversized', 250, 800),
  ('flower-arrangement', 'Plants & Florals', 'colour', 'Flower Arrangement|Faux Blossoms|Table Flowers', 'Wedding|Reception|Spring|Hotel-Lobby|Cottage', 250, 1100),
  ('potted-plant', 'Plants & Florals', 'Terracotta Pot|Clay Planter|Nursery Pot', 'Potted Plant|Seedling|Window-Sill Plant', 'Kitchen|Balcony|Young', 150, 250),
  ('cactus', 'Plants & Florals', 'Faux|Foam-Built|Hand-Painted', 'Cactus|Saguaro Cactus|Desert Cactus', 'Western|Giant|Tabletop', 150, 700),
  ('bouquet', 'Plants & Florals', 'Silk Flowers|Tissue-Wrapped|Ribboned', 'Bouquet|Bridal Bouquet|Hand-Tied Bouquet', 'Spring|Valentine|Garden', 180, 600),
  ('sunflower', 'Plants & Florals', 'Silk|Set of Six|Long Stem', 'Sunflower|Sunflower Stem|Faux Sunflower', 'Giant|Harvest|Farmhouse', 150, 250),
  ('rose', 'Plants & Florals', 'Silk|Velvet|Set of Twelve', 'Long-Stem Rose|Faux Rose|Red Rose', 'Valentine|Single|Velvet-Touch', 150, 250),
  ('tulip', 'Plants & Florals', 'Latex|Silk|Set of Ten', 'Tulip|Tulip Stem|Faux Tulip', 'Dutch|Spring|Srinagar', 150, 250),
  ('palm-tree', 'Plants & Florals', 'Faux Trunk|Eight Feet|Weighted Base', 'Palm Tree|Coconut Palm|Beach Palm', 'Tropical|Poolside|Goan', 900, 2600),
  ('wheat', 'Plants & Florals', 'Dried|Jute-Tied|Bleached', 'Wheat Sheaf|Wheat Bunch|Harvest Sheaf', 'Baisakhi|Farmhouse|Rustic', 150, 250),
  ('speaker', 'Electronics', 'wood', 'Floor Speaker|Hi-Fi Speaker|Loudspeaker', 'Seventies|DJ|Living-Room|Studio', 350, 1100),
  ('turntable', 'Electronics', 'colour', 'Record Player|Turntable|Vinyl Deck', 'Audiophile|Retro|Radio-Room|Listening-Bar', 450, 1400),
  ('table-fan', 'Electronics', 'metal', 'Table Fan|Desk Fan|Caged Fan', 'Nineteen-Sixties|Government Office|Art Deco|Calcutta', 200, 600),
  ('television', 'Electronics', 'Grey Case|Working|Dummy Screen', 'Television|Box TV|Portable TV', 'Nineteen-Eighties|Doordarshan-Era|Rabbit-Ear|Console', 450, 1300),
  ('radio', 'Electronics', 'colour', 'Radio|Transistor Radio|Valve Radio', 'Kitchen|Nineteen-Sixties|Test-Match|Travel', 200, 700),
  ('headphone', 'Electronics', 'Padded|Wired|Silver Band', 'Headphones|Studio Headphones|DJ Headphones', 'Retro|Over-Ear|Radio-Jockey', 150, 400),
  ('game-console', 'Electronics', 'Wired|Dummy|Working', 'Game Controller|Gamepad|Game Console', 'Nineties|Arcade-Night|Retro', 150, 500),
  ('cassette', 'Electronics', 'Labelled|Set of Ten|Dummy', 'Video Cassette|VHS Tape|Home-Movie Tape', 'Wedding-Video|Rental-Shop|Nineties', 150, 180),
  ('teddy-bear', 'Toys & Kids', 'colour', 'Teddy Bear|Jointed Bear|Plush Bear', 'Nursery|Giant|Hand-Stitched|Storybook', 150, 600),
  ('rocking-horse', 'Toys & Kids', 'wood', 'Rocking Horse|Nursery Horse', 'Victorian|Hand-Carved|Dappled|Heirloom', 400, 1200),
  ('blocks', 'Toys & Kids', 'Beech|Non-Toxic Paint|Set of Twelve', 'Building Blocks|Shape Blocks|Play Blocks', 'Montessori|Nursery|Giant', 150, 350),
  ('toy-train', 'Toys & Kids', 'Painted Tin|Wood|Wind-Up', 'Toy Locomotive|Toy Engine|Steam Engine', 'Darjeeling|Nursery|Collector''s', 180, 500),
  ('toy-car', 'Toys & Kids', 'colour', 'Toy Car|Pedal Car|Tin Car', 'Collector''s|Playroom|Nineteen-Fifties', 150, 600),
  ('robot', 'Toys & Kids', 'Tin|Wind-Up|Clockwork', 'Toy Robot|Tin Robot|Space Robot', 'Nineteen-Sixties|Atomic-Age|Arcade', 180, 500),
  ('abacus', 'Toys & Kids', 'Beech|Painted Beads|Ten Rows', 'Abacus|Counting Frame|Bead Frame', 'Classroom|Nursery|Merchant''s', 150, 250),
  ('yo-yo', 'Toys & Kids', 'Lacquered Wood|Star Print|New String', 'Yo-Yo|Trick Yo-Yo', 'Nineties|Playground|Champion', 150, 160),
  ('kick-scooter', 'Toys & Kids', 'Steel Deck|Folding|Three Wheels', 'Kick Scooter|Push Scooter', 'Park|Playground|Child''s', 150, 400),
  ('carousel-horse', 'Toys & Kids', 'Hand-Painted|On Pole|Fibreglass', 'Carousel Horse|Fairground Horse|Merry-Go-Round Horse', 'Carnival|Storybook|Victorian', 900, 2800),
  ('skateboard', 'Sports & Outdoor', 'Maple Deck|Gripped|Worn', 'Skateboard|Cruiser Board', 'Street|Nineties|Old-School|Park', 200, 500),
  ('cricket-bat', 'Sports & Outdoor', 'Kashmir Willow|English Willow|With Ball', 'Cricket Bat|Bat and Ball Set', 'Gully|County|Academy|Signed', 150, 500),
  ('football', 'Sports & Outdoor', 'Stitched|Worn|Match Size', 'Football|Training Football|Soccer Ball', 'Retro|Street|Club', 150, 250),
  ('boxing-glove', 'Sports & Outdoor', 'Leather|Laced|Pair', 'Boxing Gloves|Sparring Gloves', 'Prizefighter''s|Gym|Nineteen-Fifties', 180, 450),
  ('basketball', 'Sports & Outdoor', 'Rubber|Match Size|Scuffed', 'Basketball|Street Basketball', 'College|Court|Retro', 150, 250),
  ('tent', 'Sports & Outdoor', 'Two-Person|Canvas|Easy Pitch', 'Tent|Camping Tent|Ridge Tent', 'Trekker''s|Scout|Base-Camp|Festival', 400, 1400)
),
-- Width, depth and height in cm of what has to fit a set, a van and a doorway.
sides (subject, width, depth, height) as (values
  ('dining-chair', 46, 52, 84), ('armchair', 76, 78, 82), ('wingback', 78, 82, 108), ('sofa', 205, 88, 80),
  ('chaise', 165, 72, 78), ('bar-stool', 42, 42, 76), ('bench', 122, 42, 46), ('cane-chair', 56, 58, 86),
  ('directors-chair', 58, 46, 86), ('peacock-chair', 104, 68, 146), ('rocking-chair', 64, 88, 102),
  ('charpai', 188, 92, 46), ('coffee-table', 112, 62, 42), ('dining-table', 184, 92, 76), ('side-table', 48, 48, 58),
  ('console', 122, 36, 82), ('writing-desk', 118, 58, 104), ('bookshelf', 92, 34, 186), ('cabinet', 108, 54, 192),
  ('dresser', 96, 46, 88), ('room-divider', 152, 3, 172), ('floor-lamp', 42, 42, 156), ('arch-mirror', 82, 4, 184),
  ('trunk', 92, 52, 48), ('file-cabinet', 46, 62, 102), ('bicycle', 172, 58, 104), ('scooter', 176, 68, 112),
  ('easel', 62, 72, 168), ('palm-tree', 142, 142, 244), ('rug', 182, 122, null), ('round-rug', 148, 148, null)
),
-- per category: the maker's names that fit, what to say of a thing, what to know about renting it
category (category, brands, remarks, notes) as (values
  ('Seating', 'Kaveri Woodworks|Cubbon & Co.|Chettinad House|Studio Sutra', 'Firm enough to keep a sitter upright all day, and light enough for one person to move.|Sits low in the frame and leaves room for a window behind.|Good from every side, so it can stand free in the middle of a set.|The proportions suit full-length portraits as well as tabletop cheats.|A favourite for interviews, because it does not creak.', 'Delivered with felt pads.|Please keep make-up and dark denim off the fabric.|Matching pieces are usually available; ask us.|Wiped down and checked after every shoot.'),
  ('Tables', 'Kaveri Woodworks|Cubbon & Co.|Studio Sutra', 'The top has an honest patina that catches side light well.|Steady under a full breakfast spread and two elbows.|Reads warm on camera, with no gloss to fight.|Legs unscrew, so it goes through a narrow door.', 'Coasters come with it.|Two people needed to lift it.|Food is welcome, hot pans are not.'),
  ('Storage & Shelves', 'Kaveri Woodworks|Chettinad House|Old Monsoon', 'Fills a bare wall in one move and gives the eye something to read.|Sound enough to be part of the action.|Worn in the right places and sound everywhere else.|Comes empty; ask us for books and objects to dress it.', 'Anchor it when children are on set.|Two people needed to lift it.|Takes about twelve kilos of dressing.'),
  ('Lighting', 'Brass & Banyan|Studio Sutra|Old Monsoon', 'A practical that reads warm on camera and flatters skin.|Gives a corner of the set a reason to glow.|Looks right switched off, too.|Kind to skin, and easy to hide at the edge of a frame.', 'A spare comes with it.|Packed upright; please keep it so.|Our gaffer can hang or light it for you.'),
  ('Decor', 'Brass & Banyan|Nilgiri Potters|Rangoli Home|Studio Sutra', 'A quiet shape that finishes a shelf or a product table.|The surface is matte enough to sit beside a key light.|Works alone as a hero or in a group of three.|Small marks of age that a close-up likes.|Photographs a little larger than it is.', 'Packed in its own foam case.|Handle with cotton gloves, which we supply.|Ask for the matching size.'),
  ('Textiles', 'Indigo Loom|Rangoli Home|Bombay Bazaar', 'Texture that shows at arm''s length without moiré.|Softens a hard room and takes the echo out of dialogue.|The colour holds under tungsten and daylight alike.|Hand-finished edges, fine in a close-up.', 'Steamed before it leaves us.|Dry-cleaned between rentals.|Please return it in its cotton bag.'),
  ('Kitchen & Dining', 'Nilgiri Potters|Brass & Banyan|Old Monsoon', 'Chosen for food shoots: nothing about it competes with the plate.|No logo anywhere, and kind to overhead light.|Makes a breakfast table look lived in.|Comes in pairs for continuity.', 'Food-safe and washed.|Return it rinsed, please.|Breakages are charged at cost.'),
  ('Festive & Diya', 'Paper Lantern|Rangoli Home|Brass & Banyan|Bombay Bazaar', 'Brings a festival into the frame in one piece.|Made for campaign season, ready when everyone else is booked.|Carries warm light beautifully at dusk.|Hand-finished by us in Bangalore.', 'Please keep it dry.|We dress it on set if you like.|More of the same on request.'),
  ('Musical Instruments', 'Saptak Music', 'Plays in tune, more or less, and looks the part for certain.|Polished where hands would have polished it.|Set up by a player, so actors can hold it right.|For music videos, cafés and childhood bedrooms.', 'A padded case comes with it.|Please leave the tuning to us.|A stand is free of charge.'),
  ('Office', 'Old Monsoon|Cubbon & Co.|Malgudi Trading', 'Says office, and says which decade.|Convincing at close range, with nothing modern to hide.|Dresses a desk in a minute.|Gives hands something to do in a long take.', 'Not connected, unless we say so.|Ask for papers and stamps to go with it.|Cleared of labels and logos.'),
  ('Travel & Vintage', 'Malgudi Trading|Old Monsoon|Bombay Bazaar', 'Collected on a long weekend in Chor Bazaar and restored here.|Has the scuffs of real journeys.|Sets the period before anyone speaks.|Sturdy enough to be handled take after take.', 'Ask us for pictures from every side.|Transport by our van is advised.|A show piece, for the set only.'),
  ('Frames & Art', 'Studio Sutra|Cubbon & Co.|Rangoli Home', 'Cleared for commercial use, so nobody has to blur it.|Non-reflective glass, easy to light.|Gives a plain wall a point of view.|Hangs from one nail, or leans on a shelf.', 'Hooks and level included.|Sizes vary by a centimetre or two.|Wrapped in bubble sheet both ways.'),
  ('Plants & Florals', 'Rangoli Home|Generic', 'Never wilts under hot lights and needs no water.|Dusted leaf by leaf before every shoot.|Hides a stand, a cable or an empty corner.|Convincing from half a metre away.', 'It can be bent to the frame a little.|Ask for a second one to flank a door.|Please keep it away from open flame.'),
  ('Electronics', 'Old Monsoon|Malgudi Trading', 'Looks its age, and knows its place in a period room.|Clicks and clunks the way it should.|Loved by anyone who grew up with one.|No visible logo, nothing to clear.', 'Working pieces run on 230 V.|Sound is not guaranteed.|Keep it away from smoke effects.'),
  ('Toys & Kids', 'Paper Lantern|Rangoli Home|Malgudi Trading', 'Cheerful in the frame and safe in small hands.|Rounded edges and paint that does not chip.|Just the thing for a nursery set.|Looks well loved, not worn out.', 'Sanitised after each rental.|Please keep the parts together.|Suitable from three years.'),
  ('Sports & Outdoor', 'Malgudi Trading|Generic', 'Used enough to look real, sound enough to use.|Ready for an action shot.|Scuffed in all the right places.|No sponsor marks anywhere.', 'Cleaned after use.|Outdoor use is fine, mud is extra.|Pump or spare parts on request.')
),
candidate as (
  select subject.*, picture.colour, picture.images, noun, finish_word,
    style || ' ' || noun || ', ' || finish_word as name,
    row_number() over (
      partition by subject.subject, picture.colour
      order by md5(style || noun || finish_word || picture.colour)
    ) as place
  from subject
  join picture using (subject)
  left join finish as own on own.class = subject.class and own.colour = picture.colour
  left join finish as common on common.class = subject.class and common.colour = '*'
  cross join unnest(string_to_array(subject.nouns, '|')) as noun
  cross join unnest(string_to_array(subject.styles, '|')) as style
  cross join unnest(string_to_array(
    replace(coalesce(own.words, common.words, subject.class), '{c}', initcap(picture.colour)), '|'
  )) as finish_word
  -- A word never comes twice in one name.
  where not exists (
    select from unnest(string_to_array(lower(style), ' ')) as word
    where word = any (string_to_array(lower(noun || ' ' || finish_word), ' '))
  )
),
chosen as (
  -- Round by round over all subjects and colours, so that none is left out.
  select distinct on (name) * from candidate order by name, place
),
item as (
  select chosen.*, row_number() over (order by md5('shelf/' || name)) as shelf
  from (select * from chosen order by place, md5(name) limit 2113) as chosen
)
select
  md5('prop/' || item.name)::uuid,
  item.name,
  pg_temp.plain(item.noun, true) || ', ' || pg_temp.plain(item.finish_word, false) || '. '
    || (string_to_array(category.remarks, '|'))[1 + pg_temp.pick('remark/' || item.name, cardinality(string_to_array(category.remarks, '|')))]
    || case pg_temp.pick('long/' || item.name, 3) when 0 then '' else ' '
      || (string_to_array(category.notes, '|'))[1 + pg_temp.pick('note/' || item.name, cardinality(string_to_array(category.notes, '|')))] end,
  brand.id,
  color.id,
  prop_category.id,
  sides.width + 2 * pg_temp.pick('width/' || item.name, 5),
  sides.depth + pg_temp.pick('depth/' || item.name, 3),
  sides.height + 2 * pg_temp.pick('height/' || item.name, 4),
  case when item.high <= 600 and pg_temp.pick('free/' || item.name, 22) = 0 then 0
    else pg_temp.price(item.name, item.low, item.high) end,
  case when item.high > 1500 then 1 + pg_temp.pick('many/' || item.name, 3)
    else 1 + pg_temp.pick('many/' || item.name, 12) end,
  item.high > 900 and pg_temp.pick('studio/' || item.name, 9) = 0,
  pg_temp.pick('active/' || item.name, 25) <> 0,
  item.images,
  current_date - interval '2 years' + item.shelf * interval '8 hours 15 minutes'
from item
join category using (category)
left join sides using (subject)
join public.prop_categories as prop_category on prop_category.name = item.category
join public.colors as color on color.name = initcap(item.colour)
join public.prop_brands as brand on brand.name = case
  when pg_temp.pick('brand/' || item.name, 10) < 6 then 'Generic'
  else (string_to_array(category.brands, '|'))[1 + pg_temp.pick('maker/' || item.name, cardinality(string_to_array(category.brands, '|')))] end
order by item.shelf;
