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

const HOME = {
  'home/hero': [1600, 1100, 'tan', '', 'HERO'],
  'home/props': [
    800,
    600,
    'teal',
    1,
    'armchair teal 420 870 500|floor-lamp beige 790 850 680|vase rust 160 890 260',
  ],
  'home/clothes': [
    800,
    600,
    'maroon',
    0,
    'lehenga red 240 850 690 wall|sherwani beige 520 830 660 wall|gown gold 800 850 690 wall',
  ],
  'home/backdrops': [
    800,
    600,
    'pink',
    0,
    'paper-roll pink 500 890 760|stool white 500 880 260|bud-vase teal 500 622 210',
  ],
  'home/gear': [
    800,
    600,
    'grey',
    4,
    'softbox black 240 880 620|cine-camera black 560 500 250|tripod black 560 900 430|strobe black 850 900 560',
  ],
  'home/sets': [
    800,
    600,
    'rust',
    2,
    'peacock-chair tan 500 870 520|monstera white 820 880 500|lantern gold 210 890 300',
  ],
  'home/crew': [
    800,
    600,
    'mustard',
    1,
    'directors-chair black 400 880 560|clapper-board black= 730 880 250|megaphone red= 160 890 240',
  ],
  'home/free': [
    800,
    600,
    'sky',
    2,
    'balloon red 200 520 420 hang|gift red 480 880 400|gift green 740 890 280|balloon gold 850 440 330 hang',
  ],
};

const HERO_PIECES =
  'monstera rust 140 800 420|gallery-wall brown 430 430 235 wall|arc-lamp gold 745 800 590|sofa teal 445 855 305|peacock-chair white 850 885 360|lantern black 690 905 150|coffee-table brown 440 945 115|flower-arrangement pink 400 862 150|book-stack navy 505 860 50|pouf mustard 180 935 130';

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

async function tile([w, h, colour, shape, list]) {
  const g = ground(COLOURS[colour]);
  if (list !== 'HERO')
    return page(
      w,
      h,
      definitions(g) +
        `<g transform="scale(${w / 960} ${h / 720})">${stage(g, 960, 720, shape, 0.76)}</g>` +
        (await pieces(g, w, h, list)),
    );
  const y = h * 0.72;
  const arch =
    `<path d="M${w * 0.22} ${y}V${h * 0.4}A${w * 0.26} ${w * 0.26} 0 0 1 ${w * 0.74} ${h * 0.4}V${y}Z" fill="${g.shape}" opacity=".7"/>` +
    `<path d="M${w * 0.02} 0H${w * 0.2}L${w * 0.42} ${y}H${w * 0.24}Z" fill="#fff" opacity=".3"/><path d="M${w * 0.25} 0H${w * 0.3}L${w * 0.52} ${y}H${w * 0.47}Z" fill="#fff" opacity=".24"/>`;
  const rug = `<ellipse cx="${w * 0.47}" cy="${h * 0.895}" rx="${w * 0.36}" ry="${h * 0.085}" fill="#c9d8cf"/><ellipse cx="${w * 0.47}" cy="${h * 0.895}" rx="${w * 0.335}" ry="${h * 0.076}" fill="#e3ebe3"/><ellipse cx="${w * 0.47}" cy="${h * 0.895}" rx="${w * 0.3}" ry="${h * 0.066}" fill="#c9d8cf"/>`;
  return page(
    w,
    h,
    definitions(g) +
      `<rect width="${w}" height="${h}" fill="url(#wall)"/>${arch}<rect y="${y}" width="${w}" height="${h - y}" fill="url(#floor)"/><rect y="${y - 16}" width="${w}" height="16" fill="${g.wallLight}" opacity=".8"/>${rug}${await pieces(g, w, h, HERO_PIECES)}`,
  );
}

/** Sets and packages, the home page's opening picture and its category tiles. */
export function roomPictures() {
  const sets = Object.entries(ROOMS).map(([name, spec]) => ({
    name: `${name}-1.webp`,
    svg: () => room(spec),
    quality: 80,
  }));
  const home = Object.entries(HOME).map(([name, spec]) => ({
    name: `${name}.webp`,
    svg: () => tile(spec),
    quality: 82,
  }));
  return [...sets, ...home];
}
