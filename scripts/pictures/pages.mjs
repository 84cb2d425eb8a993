import { COLOURS, ground } from './colour.mjs';
import { page } from './compose.mjs';
import { pieces } from './rooms.mjs';
import { definitions, place, stage, subject } from './scene.mjs';

/**
 * Pictures of the site's own pages. Each: width and height, the ground's colour, the shape behind, then pieces as the
 * composed sets of `rooms.mjs` have them: `drawing colour x foot height [on]` in thousandths.
 */
const SCENES = {
  props: [
    960,
    720,
    'teal',
    1,
    'armchair teal 430 870 500|floor-lamp beige 770 850 660|vase rust 165 890 250|book-stack navy 610 905 60',
  ],
  clothes: [
    960,
    720,
    'maroon',
    0,
    'lehenga red 230 850 690 wall|sherwani beige 510 830 660 wall|gown gold 790 850 690 wall',
  ],
  backdrops: [
    960,
    720,
    'pink',
    0,
    'paper-roll pink 500 890 760|stool white 500 880 260|bud-vase teal 500 622 210',
  ],
  gear: [
    960,
    720,
    'grey',
    4,
    'softbox black 210 880 620|cine-camera black 500 500 240|tripod black 500 900 420|fresnel black 800 890 540',
  ],
  crew: [
    960,
    720,
    'mustard',
    1,
    'directors-chair black 420 880 560|clapper-board black= 730 880 250|megaphone red= 170 890 230',
  ],
  sets: [
    960,
    720,
    'rust',
    2,
    'peacock-chair tan 490 880 520|monstera white 800 880 470|lantern gold 220 890 300|pouf rust 650 935 140',
  ],
  free: [
    960,
    720,
    'sky',
    2,
    'balloon red 200 520 420 hang|wrapped-gift red 480 880 400|wrapped-gift green 740 890 280|balloon gold 850 440 330 hang',
  ],

  'team-store': [
    720,
    720,
    'teal',
    1,
    'cabinet sage 400 860 470|vase rust 330 493 200|mantel-clock brown 500 493 140|basket tan= 790 890 220',
  ],
  'team-wardrobe': [
    720,
    720,
    'pink',
    0,
    'saree pink 330 830 620 wall|blazer navy 700 800 520 wall',
  ],
  'team-light': [720, 720, 'grey', 3, 'led-panel black 400 880 640|apple-boxes tan 760 900 190'],
  'team-desk': [
    720,
    720,
    'mustard',
    2,
    'side-table black 490 900 380|clipboard sky= 330 545 230|telephone red 600 545 170',
  ],

  'portfolio-1': [
    960,
    1200,
    'maroon',
    1,
    'curtain maroon 500 700 620 wall|plinths white 500 900 360|crown gold= 470 552 110|flower-arrangement pink 820 920 240',
  ],
  'portfolio-2': [
    960,
    1200,
    'mustard',
    0,
    'toran orange 500 300 220 wall|gown gold 500 860 500 wall|urli gold 240 930 130|diya-lamp rust= 770 935 100',
  ],
  'portfolio-3': [
    960,
    1200,
    'navy',
    2,
    'pendant copper 640 300 260 hang|stool mustard 480 920 230|guitar black 500 835 420|speaker brown 830 920 300',
  ],
  'portfolio-4': [
    960,
    1200,
    'sage',
    1,
    'frame brown 270 320 180 wall|arch-mirror gold 560 830 520|snake-plant rust 820 900 340|wingback green 330 930 330',
  ],

  'project-1': [
    1200,
    800,
    'maroon',
    0,
    'plinths white 300 880 430|crown gold= 282 470 170|arch-blocks pink 690 880 460|bud-vase pink 880 920 190|lotus pink= 520 920 120',
  ],
  'project-2': [
    1200,
    800,
    'rust',
    1,
    'dining-table brown 480 900 380|teapot rust 400 572 170|hot-beverage blue 560 572 110|pendant copper 480 250 220 hang|cane-chair brown 810 910 420',
  ],
  'project-3': [
    1200,
    800,
    'mustard',
    0,
    'toran orange 500 400 320 wall|urli gold 500 890 240|diya-lamp rust= 300 930 120|diya-lamp rust= 690 930 120|kalash copper 150 870 290|kalash gold 850 870 290',
  ],
  'project-4': [
    1200,
    800,
    'sage',
    3,
    'bookshelf brown 160 880 640|writing-desk brown 500 890 380|typewriter teal 500 655 130|wingback green 820 900 460|frame brown 620 330 210 wall',
  ],
  'project-5': [
    1200,
    800,
    'navy',
    4,
    'console brown 400 880 320|turntable brown 350 640 140|speaker black 640 885 420|guitar black 810 900 460|stool mustard 150 920 230',
  ],
  'project-6': [
    1200,
    800,
    'lavender',
    2,
    'rocking-horse beige 290 890 400|blocks teal 530 920 180|dresser white 760 880 340|teddy-bear brown= 760 535 200|balloon pink 130 420 330 hang',
  ],
  about: [
    1200,
    960,
    'teal',
    1,
    'gallery-wall brown 300 380 200 wall|arc-lamp gold 215 850 560|sofa teal 500 870 300|monstera rust 865 870 400|coffee-table brown 500 955 125|book-stack navy 540 842 50',
  ],
};

const OPENING =
  'string-lights yellow 150 320 160 wall|room-divider tan 92 800 420|snake-plant rust 200 835 290|gramophone gold 290 640 230|console brown 290 830 250|gallery-wall brown 480 385 220 wall|arc-lamp gold 690 815 620|sofa teal 500 850 330|coffee-table brown 500 945 120|flower-arrangement pink 470 860 150|book-stack navy 540 860 55|pouf mustard 355 935 130|monstera rust 850 815 380|peacock-chair white 752 870 360|lantern black 685 925 150|softbox black 945 880 520';

/** A scene as wide as a screen: wall, skirting, floor, a rug, and pieces from the whole collection. */
async function opening() {
  const [w, h] = [2000, 900];
  const g = ground(COLOURS.tan);
  const y = h * 0.73;
  const rug = [
    [0.2, 0.085, '#c9d8cf'],
    [0.187, 0.076, '#e3ebe3'],
    [0.168, 0.066, '#c9d8cf'],
  ]
    .map(
      ([rx, ry, fill]) =>
        `<ellipse cx="${w * 0.5}" cy="${h * 0.9}" rx="${w * rx}" ry="${h * ry}" fill="${fill}"/>`,
    )
    .join('');
  const light = [
    [0.3, 0.08],
    [0.4, 0.03],
  ]
    .map(
      ([x, wide]) =>
        `<path d="M${w * x} 0H${w * (x + wide)}L${w * (x + wide + 0.16)} ${y}H${w * (x + 0.16)}Z" fill="#fff" opacity=".28"/>`,
    )
    .join('');
  const arch = `<path d="M${w * 0.36} ${y}V${h * 0.42}A${w * 0.14} ${w * 0.14} 0 0 1 ${w * 0.64} ${h * 0.42}V${y}Z" fill="${g.shape}" opacity=".7"/>`;
  return page(
    w,
    h,
    definitions(g) +
      `<rect width="${w}" height="${h}" fill="url(#wall)"/>${light}${arch}<rect y="${y}" width="${w}" height="${h - y}" fill="url(#floor)"/><rect y="${y - 14}" width="${w}" height="14" fill="${g.wallLight}" opacity=".8"/>${rug}${await pieces(g, w, h, OPENING)}`,
  );
}

/** Objects on the shelves of the store, board by board: `drawing colour height`. */
const SHELVES = [
  'vase blue 150|book-stack navy 70|mantel-clock brown 130|bud-vase teal 140|radio red 110|lantern gold 190|teapot rust 110|candle-stand gold 190|trophy gold= 130|typewriter teal 120|vase white 170|nesting-dolls magenta= 150|crown gold= 100|bud-vase pink 140|telephone red 100|lantern black 180',
  'gramophone gold 215|teddy-bear brown= 150|turntable brown 90|vase rust 190|sculpture white 190|hourglass-done gold= 130|kalash copper 170|camera black= 110|basket tan= 130|vase green 190|table-lamp teal 210|globe-showing-asia-australia blue= 140|table-fan black 190',
  'trunk brown 180|speaker black 230|pampas beige 240|rocking-horse beige 220|guitar red= 240|table-lamp rust 220|urli gold 120|pouf mustard 120|monstera white 240|suitcase teal 160|speaker brown 230',
];

/** The store: shelves full of props, evenly spread over each board. */
async function store() {
  const [w, h] = [2000, 900];
  const g = ground(COLOURS.beige);
  const boards = await Promise.all(
    SHELVES.map(async (row, index) => {
      const foot = 230 + index * 300;
      const things = await Promise.all(
        row.split('|').map(async (one) => {
          const [name, colour, height] = one.split(' ');
          const art = await subject(name, colour.replace('=', ''), colour.endsWith('='));
          return { art, height: Number(height), wide: (Number(height) * art.box.w) / art.box.h };
        }),
      );
      const gap = (w - things.reduce((sum, { wide }) => sum + wide, 0)) / things.length;
      let x = gap / 2;
      const placed = things.map(({ art, height, wide }) => {
        const body = place(art, { x: x + wide / 2, y: foot, height, tone: g.shadow });
        x += wide + gap;
        return body;
      });
      const board = `<rect y="${foot}" width="${w}" height="18" fill="#c99a6b"/><rect y="${foot + 14}" width="${w}" height="6" fill="#a9744c"/><rect y="${foot + 20}" width="${w}" height="26" fill="${g.shadow}" opacity=".1"/>`;
      return board + placed.join('');
    }),
  );
  return page(
    w,
    h,
    `${definitions(g)}<rect width="${w}" height="${h}" fill="url(#wall)"/>${boards.join('')}`,
  );
}

async function scene([w, h, colour, shape, list]) {
  const g = ground(COLOURS[colour]);
  return page(
    w,
    h,
    `${definitions(g)}<g transform="scale(${w / 960} ${h / 720})">${stage(g, 960, 720, shape, 0.76)}</g>${await pieces(g, w, h, list)}`,
  );
}

/** Every picture of the pages as `{ name, widths, svg() }`; the last width is the drawing's own. */
export function pagePictures() {
  return [
    { name: 'opening', widths: [640, 1200, 1440, 2000], svg: opening },
    { name: 'store', widths: [640, 1200, 2000], svg: store },
    ...Object.entries(SCENES).map(([name, spec]) => ({
      name,
      widths: [480, spec[0]],
      svg: () => scene(spec),
    })),
  ];
}
