import { COLOURS, ground } from './colour.mjs';
import { page } from './compose.mjs';
import { pieces } from './rooms.mjs';
import { definitions, place, stage, subject } from './scene.mjs';
import { SCENES } from './scenes.mjs';

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
