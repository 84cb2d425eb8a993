import { COLOURS, ground } from './colour.mjs';
import { page } from './compose.mjs';
import { definitions, place, plinth, stage, subject } from './scene.mjs';

/**
 * Composed sets. Each: the ground's colour, the shape behind, then `drawing colour x foot height [on]` with x and foot
 * in thousandths of the width and height and height in thousandths of the height; `plinth` stands for a block.
 */
const ROOMS = {
  'sets/living-room': [
    'teal',
    1,
    'round-rug teal 500 950 1|frame brown 300 430 260 wall|arc-lamp gold 240 850 570|sofa teal 520 880 330|monstera rust 850 870 420|coffee-table brown 500 960 140',
  ],
  'sets/boho-lounge': [
    'rust',
    2,
    'string-lights yellow 520 260 190 wall|peacock-chair white 420 870 470|areca-palm beige 790 850 400|pouf rust 620 930 180|lantern black 205 930 230',
  ],
  'sets/festive-diwali': [
    'mustard',
    0,
    'toran orange 500 430 330 wall|urli gold 500 900 230|diya rust= 260 930 130|diya rust= 760 930 130|kalash copper 160 850 280|kalash gold 860 850 280',
  ],
  'sets/home-office': [
    'sky',
    3,
    'canvas blue 400 360 250 wall|writing-desk brown 440 870 400|typewriter teal 470 622 130|dining-chair teal 720 930 400|bookshelf white 870 850 640',
  ],
  'sets/retro-diner': [
    'red',
    2,
    'pendant black 280 300 260 hang|pendant black 620 240 220 hang|bar-stool black 300 900 430|bar-stool black 500 900 430|speaker brown 740 880 400|radio red 740 480 130',
  ],
  'sets/minimal-plinth': [
    'pink',
    1,
    'arch-blocks pink 380 850 480|plinths white 690 880 380|bud-vase pink 545 930 200',
  ],
  'sets/bridal-stage': [
    'maroon',
    0,
    'curtain maroon 500 790 760 wall|chaise pink 500 880 340|flower-arrangement pink 170 900 380|flower-arrangement white 850 900 380|chandelier gold 500 330 300 hang',
  ],
  'sets/vintage-travel': [
    'brown',
    3,
    'world-map blue 620 430 330 wall|trunk brown 330 880 330|suitcase maroon 330 555 210|gramophone gold 690 650 310|console brown 690 890 350',
  ],
  'sets/nursery': [
    'lavender',
    2,
    'rocking-horse beige 300 880 370|blocks teal 560 910 190|dresser white 740 860 330|teddy-bear brown= 740 530 190|balloon pink 180 430 330 hang',
  ],
  'sets/kitchen-corner': [
    'sage',
    1,
    'pendant copper 440 290 230 hang|dining-table brown 460 880 360|teapot rust 380 600 150|bowl white 560 602 100|bar-stool black 800 910 420',
  ],
  'sets/music-room': [
    'navy',
    4,
    'turntable brown 640 610 150|console brown 640 880 330|guitar black 280 890 520|stool mustard 440 930 230|speaker black 885 880 410',
  ],
  'sets/interview': [
    'grey',
    1,
    'armchair olive 350 890 400|armchair rust 700 890 400|side-table black 525 930 250|softbox black 135 860 600|led-panel black 880 860 560',
  ],
  'sets/product-package': [
    'beige',
    3,
    'octabox black 200 880 620|plinth beige 520 700 260|lens black 520 700 260|c-stand black 850 900 660',
  ],
  'sets/video-package': [
    'black',
    4,
    'cine-camera black 440 520 260|tripod black 440 900 420|fresnel black 170 880 520|monitor black 760 890 290|apple-boxes tan 650 930 130',
  ],
};

export async function pieces(g, w, h, list) {
  const parts = [];
  for (const row of list.split('|')) {
    const [name, colour, x, foot, height, on = 'floor'] = row.split(' ');
    const [px, py, ph] = [(w * x) / 1000, (h * foot) / 1000, (h * height) / 1000];
    if (name === 'plinth') {
      parts.push(plinth(g, px, py - 4, w * 0.3, py + ph * 0.8));
      continue;
    }
    const native = colour.endsWith('=');
    const as = { diya: 'diya-lamp', bowl: 'bowl-with-spoon', gift: 'wrapped-gift' }[name] ?? name;
    const art = await subject(as, colour.replace('=', ''), native);
    if (on === 'hang')
      parts.push(
        `<path d="M${px} 0V${py - ph + 8}" stroke="${g.shadow}" stroke-width="3" opacity=".6"/>`,
      );
    parts.push(
      place(art, {
        x: px,
        y: py,
        height: ph,
        on: on === 'floor' ? 'floor' : 'wall',
        tone: g.shadow,
      }),
    );
  }
  return parts.join('');
}

async function room([colour, shape, list]) {
  const g = ground(COLOURS[colour]);
  return page(
    960,
    720,
    definitions(g) + stage(g, 960, 720, shape, 0.74) + (await pieces(g, 960, 720, list)),
  );
}

/** Part of the room in its second picture, a closer look at one side. */
const DETAIL = 0.6;

async function detail(spec, right) {
  const whole = (await room(spec)).replace('<svg ', `<svg x="0" y="0" `);
  const x = right ? 960 * (1 - DETAIL) : 0;
  const y = 720 * (1 - DETAIL) * 0.9;
  return page(
    960,
    720,
    `<svg width="960" height="720" viewBox="${x} ${y} ${960 * DETAIL} ${720 * DETAIL}">${whole}</svg>`,
  );
}

/** Sets and packages: the room, and a closer look at it. */
export function roomPictures() {
  return Object.entries(ROOMS).flatMap(([name, spec], index) => [
    { name: `${name}-1.webp`, svg: () => room(spec), quality: 80 },
    { name: `${name}-2.webp`, svg: () => detail(spec, index % 2 === 0), quality: 80 },
  ]);
}
