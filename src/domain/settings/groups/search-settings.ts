import type { SettingGroup } from '../rules/setting-group.ts';

/** Words that mean the same to visitors, a group a line. The database has the same default. */
const SYNONYMS = `
saree, sari, sadi
lehenga, lehnga, ghagra, chaniya choli
sherwani, achkan, bandhgala
kurta, kurti, kameez
anarkali, salwar suit, salwar kameez, churidar
dupatta, chunni, odhani, stole
gown, dress
dress, frock, sundress
bridal, bride, dulhan
bridal, wedding, shaadi
groom, groomsman, bridegroom, dulha
outfit, attire, clothes, costume
suit, blazer, suit jacket
tuxedo, tux, dinner jacket, suit jacket, blazer
waistcoat, vest, nehru jacket, modi jacket
t shirt, tshirt, tee
jeans, denims, pants, trousers
heels, stilettos, pumps
sneakers, trainers, running shoes, sports shoes, keds
sandals, mules, chappals, slippers
sunglasses, goggles, tinted glasses
handbag, purse, clutch
sofa, couch, settee, divan
ottoman, pouf, footstool
armchair, arm chair, easy chair, lounge chair
charpai, khatiya, string cot
cupboard, almirah, wardrobe, armoire, cabinet
chest of drawers, dresser, drawers
coffee table, centre table, center table, teapoy
side table, bedside table, nightstand, end table
desk, bureau, writing table, study table
rug, carpet, dhurrie, kilim
curtain, drapes, parda
throw, blanket, bedspread
string lights, fairy lights, rice lights, festoon lights, serial lights
chandelier, jhoomar
diya, oil lamp, deepam
garland, toran, haar, marigold string
vase, flower pot, guldasta
bouquet, flowers, blossoms
faux, artificial, fake
crockery, tableware, dinner set, plate set, place setting, table setting
christmas, xmas
television, tv
turntable, record player, vinyl player
gramophone, phonograph
telephone, phone, landline
bicycle, cycle, bike
suitcase, luggage, trolley bag, cabin bag
backdrop, background
dslr, full frame camera, mirrorless body
video light, led panel, panel light, continuous light
c stand, century stand, light stand
smoke machine, hazer, fog machine, fogger
microphone, mic, mike
clapperboard, clapper, slate
makeup artist, make up artist, mua
hair stylist, hairdresser, hairstylist
cinematographer, cameraman, videographer, dop
gaffer, lightman, light boy
`;

/** Settings of visitors' search. Not among the values of a page: the database reads it. */
export const SEARCH_GROUP = {
  name: 'search',
  title: 'Search',
  isPublic: false,
  settings: {
    synonyms: {
      label: 'Words that mean the same',
      help: 'One group a line, with commas. Who searches for one word also finds the others: saree, sari.',
      rule: { type: 'words', max: 200, words: 12, length: 40 },
      default: SYNONYMS.trim()
        .split('\n')
        .map((line) => line.split(', ')),
    },
  },
} as const satisfies SettingGroup;
