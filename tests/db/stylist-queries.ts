/** Searches as people type them, and the names (or `category: …`, the item's category) that are meant. */
type Query = readonly [q: string, meant: RegExp];

const BRIDAL = /gown|lehenga|(bridal|wedding) (saree|bouquet|boudoir|portrait)/i;
const SOFA = /sofa|couch|settee/i;
const GROOM = /sherwani|achkan/i;
const SUIT = /blazer|suit jacket/i;
const CUPBOARD = /almirah|cupboard|armoire|cabinet/i;

/**
 * Sixty searches of stylists, producers, brides and students in an Indian city, with what they mean in the demo's
 * catalogue: other words for the same thing, plurals, typing errors, sizes, and words of which no item has all.
 */
export const STYLIST_QUERIES: readonly Query[] = [
  ['sari', /saree/i],
  ['saris', /saree/i],
  ['red sari', /saree, red/i],
  ['silk sari', /saree.*silk/i],
  ['wedding dress', BRIDAL],
  ['bridal dress', BRIDAL],
  ['bride', BRIDAL],
  ['gown 40', /gown/i],
  ['gown xl', /gown/i],
  ['sherwani 42', GROOM],
  ['groom outfit', GROOM],
  ['ghagra choli', /lehenga/i],
  ['lehnga', /lehenga/i],
  ['kurti', /kurta/i],
  ['chunni', /dupatta|odhani|stole/i],
  ['salwar suit', /anarkali/i],
  ['frock', /dress/i],
  ['tuxedo', SUIT],
  ['mens suit', SUIT],
  ['tshirt', /t-shirt|\btee\b/i],
  ['white t shirt', /(t-shirt|tee), white/i],
  ['denim pants', /jeans/i],
  ['jeans 32', /jeans/i],
  ['doctor coat', /doctor's coat|lab coat|pharmacist's coat/i],
  ['high heels size 6', /heels|stilettos|pumps/i],
  ['goggles', /sunglasses|shades|tinted glasses/i],
  ['purse', /purse|clutch|handbag|top-handle bag/i],
  ['couch', SOFA],
  ['sofas for rent', SOFA],
  ['l shaped sofa', SOFA],
  ['green velvet couch', /(sofa|couch|settee), green velvet/i],
  ['arm chair', /armchair|club chair|tub chair|lounge chair/i],
  ['wooden centre table', /(coffee|centre|low) table/i],
  ['wardrobe', CUPBOARD],
  ['bedside table', /side table/i],
  ['dressing table mirror', /mirror/i],
  ['persian carpet', /persian-style (rug|carpet|dhurrie|kilim)/i],
  ['white drapes', /(curtain|curtain pair|drapes), (white|ivory|chalk)/i],
  ['rice lights', /string lights|festoon lights|fairy lights/i],
  ['chandlier', /chandelier/i],
  ['diyas', /diya|oil lamp|deepam/i],
  ['garland', /garland|toran/i],
  ['xmas tree', /christmas tree|fir|holiday tree/i],
  ['birthday decoration', /birthday|balloon/i],
  ['artificial plants', /faux|plant/i],
  ['crockery', /place setting|plate set|table setting|cup|bowl/i],
  ['old tv', /television|\btv\b/i],
  ['vinyl player', /record player|turntable|vinyl deck/i],
  ['gramaphone', /gramophone|phonograph/i],
  ['rotary phone', /telephone|phone/i],
  ['bike', /bicycle|cycle/i],
  ['luggage', /suitcase|trolley bag|cabin bag|trunk|(travel|weekend) case/i],
  ['dslr', /full-frame camera|mirrorless/i],
  ['video light', /led panel|panel light|fresnel|ring light/i],
  ['fog machine', /smoke machine|hazer|fog/i],
  ['mic', /microphone/i],
  ['make up artist', /category: makeup artist/i],
  ['hairdresser', /category: hair stylist/i],
  ['cameraman', /category: (cinematographer|photographer)/i],
  ['white background', /(paper|brick|planks|wall|vinyl|marble).*(white|chalk)/i],
];
