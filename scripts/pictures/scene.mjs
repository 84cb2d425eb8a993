import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { COLOURS, fromOklch, palette, toOklch } from './colour.mjs';
import { decor } from './decor.mjs';
import { furniture } from './furniture.mjs';
import { lamps } from './lamps.mjs';
import { plants } from './plants.mjs';
import { studio } from './studio.mjs';
import { vintage } from './vintage.mjs';
import { wardrobe } from './wardrobe.mjs';

const require = createRequire(import.meta.url);
const emoji = JSON.parse(
  readFileSync(require.resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
);
export const drawings = {
  ...furniture,
  ...lamps,
  ...decor,
  ...vintage,
  ...plants,
  ...wardrobe,
  ...studio,
};
const measured = new Map();

/** A small stable number from a text (FNV-1a), so that every run makes the same pictures. */
export function hash(text) {
  let h = 2166136261;
  for (const ch of text) h = Math.imul(h ^ ch.charCodeAt(0), 16777619);
  return h >>> 0;
}

/** The ink box `{ x, y, w, h }` of an SVG body in its own units, measured by rendering it. */
async function inkBox(body, box) {
  const [x, y, w, h] = box;
  const scale = 320 / Math.max(w, h);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w * scale}" height="${h * scale}" viewBox="${box.join(' ')}">${body}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [x0, y0, x1, y1] = [info.width, info.height, 0, 0];
  const counts = new Map();
  for (let i = 0, p = 0; i < data.length; i += 4, p += 1) {
    if (data[i + 3] < 40) continue;
    const px = p % info.width;
    const py = (p / info.width) | 0;
    x0 = Math.min(x0, px);
    x1 = Math.max(x1, px + 1);
    y0 = Math.min(y0, py);
    y1 = Math.max(y1, py + 1);
    const key = `#${[0, 1, 2].map((k) => data[i + k].toString(16).padStart(2, '0')).join('')}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // The foot is what stands on the ground: the ink in the lowest twelfth.
  let [f0, f1] = [x1, x0];
  for (let py = Math.floor(y1 - (y1 - y0) / 12); py < y1; py += 1) {
    for (let px = x0; px < x1; px += 1) {
      if (data[(py * info.width + px) * 4 + 3] < 40) continue;
      f0 = Math.min(f0, px);
      f1 = Math.max(f1, px + 1);
    }
  }
  const foot = { middle: ((f0 + f1) / 2 - x0) / (x1 - x0), width: (f1 - f0) / (x1 - x0) };
  return {
    x: x + x0 / scale,
    y: y + y0 / scale,
    w: (x1 - x0) / scale,
    h: (y1 - y0) / scale,
    counts,
    foot,
  };
}

/** Moves the dominant colour family of an emoji to `target`, keeping its light and dark parts. */
function recolour(body, counts, target) {
  const near = (a, b) =>
    a.c < 0.035 || b.c < 0.035
      ? a.c < 0.035 && b.c < 0.035
      : Math.abs(((a.h - b.h + 540) % 360) - 180) < 48;
  const colours = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([hex, n]) => ({ ...toOklch(hex), n }));
  const families = colours.map((c) => ({
    lead: c,
    n: colours.filter((o) => near(c, o)).reduce((s, o) => s + o.n, 0),
  }));
  const { lead } = families.sort((a, b) => b.n - a.n)[0];
  const members = colours.filter((o) => near(lead, o));
  const mean = members.reduce((s, o) => s + o.l * o.n, 0) / members.reduce((s, o) => s + o.n, 0);
  const to = toOklch(target);
  to.l = Math.min(0.92, Math.max(0.3, to.l));
  return body.replace(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi, (hex) => {
    const from = toOklch(hex);
    if (!near(lead, from)) return hex;
    return fromOklch({
      l: Math.min(0.97, Math.max(0.14, to.l + (from.l - mean) * 0.85)),
      c: to.c * (0.8 + 0.2 * Math.min(1.4, from.c / (lead.c || 1))),
      h: to.h,
    });
  });
}

/** A subject in a colour: `{ body, box }`, drawn by us or an emoji recoloured; `native` keeps its own colours. */
export async function subject(name, colour, native = false) {
  const key = `${name}/${colour}/${native}`;
  if (measured.has(key)) return measured.get(key);
  const hex = COLOURS[colour];
  let result;
  if (drawings[name]) {
    const body = drawings[name](palette(hex));
    result = { body, box: await inkBox(body, [-40, -40, 440, 320]) };
  } else {
    const icon = emoji.icons[name];
    if (!icon) throw new Error(`no drawing named ${name}`);
    const body = icon.body.replaceAll(/(id="|url\(#|href="#)/g, `$1${name}-${colour}-`);
    const box = await inkBox(icon.body, [0, 0, 32, 32]);
    result = { body: native ? body : recolour(body, box.counts, hex), box };
  }
  measured.set(key, result);
  return result;
}

/**
 * Places a subject so that its ink box is `height` high (or `width` wide, whichever is smaller), standing with its
 * foot on (x, y); `on` is `floor`, `wall` or `flat` and decides the shadow.
 */
export function place(
  { body, box },
  { x, y, height, width = 9999, on = 'floor', flip = false, turn = 0, tone = '#54483f' },
) {
  const k = Math.min(height / box.h, width / box.w);
  const w = box.w * k;
  const art = `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${flip ? -k : k} ${k}) translate(${-box.x - box.w / 2} ${-box.y - box.h})">${body}</g>`;
  if (on === 'floor') {
    const wide = Math.max(box.foot.width, 0.34) * w;
    const middle = x + (flip ? -1 : 1) * (box.foot.middle - 0.5) * w;
    const shadow =
      `<ellipse cx="${middle + wide * 0.05}" cy="${y + 1}" rx="${wide * 0.58}" ry="${Math.max(9, wide * 0.066)}" fill="${tone}" opacity=".22" filter="url(#soft)"/>` +
      `<ellipse cx="${middle}" cy="${y - 1}" rx="${wide * 0.46}" ry="${Math.max(5, wide * 0.028)}" fill="${tone}" opacity=".34" filter="url(#tight)"/>`;
    return shadow + art;
  }
  const far = on === 'wall' ? 12 : 7;
  return `<g opacity=".26" filter="url(#soft)" transform="translate(${far} ${far * 1.6})"><g filter="url(#cast)">${art}</g></g>${art}`;
}

/** The filters and gradients that every picture shares. */
export function definitions(g) {
  return (
    `<defs><filter id="soft" x="-40%" y="-120%" width="180%" height="340%"><feGaussianBlur stdDeviation="11"/></filter>` +
    `<filter id="tight" x="-30%" y="-200%" width="160%" height="500%"><feGaussianBlur stdDeviation="4"/></filter>` +
    `<filter id="cast"><feColorMatrix values="0 0 0 0 ${parseInt(g.shadow.slice(1, 3), 16) / 255} 0 0 0 0 ${parseInt(g.shadow.slice(3, 5), 16) / 255} 0 0 0 0 ${parseInt(g.shadow.slice(5, 7), 16) / 255} 0 0 0 1 0"/></filter>` +
    `<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${g.wallLight}"/><stop offset="1" stop-color="${g.wall}"/></linearGradient>` +
    `<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${g.floor}"/><stop offset="1" stop-color="${g.floorNear}"/></linearGradient>` +
    `<linearGradient id="block" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${g.wallLight}"/><stop offset=".55" stop-color="${g.block}"/><stop offset="1" stop-color="${g.blockSide}"/></linearGradient></defs>`
  );
}

/** Wall, floor line and one quiet shape behind the subject; `kind` is a number that picks the shape. */
export function stage(g, w, h, kind, horizon = 0.7, x = w / 2) {
  const y = h * horizon;
  const shapes = [
    '',
    `<path d="M${x - 210} ${y}V${y - 230}A210 210 0 0 1 ${x + 210} ${y - 230}V${y}Z" fill="${g.shape}" opacity=".75"/>`,
    `<circle cx="${x + 30}" cy="${y - 200}" r="215" fill="${g.shape}" opacity=".62"/>`,
    `<path d="M${x - 300} ${y}V70H${x + 190}V${y}Z" fill="${g.shape}" opacity=".5"/>`,
    `<path d="M${w * 0.1} ${h * 0.06}L${w * 0.44} 0L${w * 0.62} ${y}H${w * 0.24}Z" fill="#fff" opacity=".32"/><path d="M${w * 0.5} 0H${w * 0.62}L${w * 0.78} ${y}H${w * 0.68}Z" fill="#fff" opacity=".26"/>`,
    `<path d="M${w * 0.62} ${y}V${y - 300}A150 150 0 0 1 ${w * 0.62 + 300} ${y - 300}V${y}Z" fill="${g.shape}" opacity=".7"/>`,
  ];
  return `<rect width="${w}" height="${h}" fill="url(#wall)"/>${shapes[kind % shapes.length]}<rect y="${y}" width="${w}" height="${h - y}" fill="url(#floor)"/>`;
}

/** A round plinth whose top is at (x, y), down to `foot`. */
export function plinth(g, x, y, w, foot) {
  const ry = w * 0.085;
  return (
    `<ellipse cx="${x + 14}" cy="${foot}" rx="${w * 0.6}" ry="${ry * 1.3}" fill="${g.shadow}" opacity=".2" filter="url(#soft)"/>` +
    `<path d="M${x - w / 2} ${y}V${foot - ry}A${w / 2} ${ry} 0 0 0 ${x + w / 2} ${foot - ry}V${y}Z" fill="url(#block)"/>` +
    `<ellipse cx="${x}" cy="${y}" rx="${w / 2}" ry="${ry}" fill="${g.wallLight}"/>`
  );
}
