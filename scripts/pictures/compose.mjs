import { COLOURS, ground } from './colour.mjs';
import { definitions, hash, place, plinth, stage, subject } from './scene.mjs';

const W = 960;
const H = 720;
export const page = (w, h, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}</svg>`;

/** Quiet studio shapes beside a subject: a sphere, a block or a small arch in the ground's own tones. */
function companion(g, kind, x, foot, size) {
  const shadow = `<ellipse cx="${x + 6}" cy="${foot}" rx="${size * 0.62}" ry="${size * 0.1}" fill="${g.shadow}" opacity=".2" filter="url(#soft)"/>`;
  const shapes = [
    `<circle cx="${x}" cy="${foot - size * 0.5}" r="${size * 0.5}" fill="url(#block)"/>`,
    `<rect x="${x - size * 0.45}" y="${foot - size * 1.5}" width="${size * 0.9}" height="${size * 1.5}" rx="3" fill="url(#block)"/>`,
    `<path d="M${x - size * 0.6} ${foot}V${foot - size * 0.8}A${size * 0.6} ${size * 0.6} 0 0 1 ${x + size * 0.6} ${foot - size * 0.8}V${foot}H${x + size * 0.26}V${foot - size * 0.78}A${size * 0.26} ${size * 0.26} 0 0 0 ${x - size * 0.26} ${foot - size * 0.78}V${foot}Z" fill="url(#block)"/>`,
    `<path d="M${x - size * 0.7} ${foot}V${foot - size * 0.5}H${x}V${foot - size}H${x + size * 0.7}V${foot}Z" fill="url(#block)"/>`,
  ];
  return shadow + shapes[kind % shapes.length];
}

/** The SVG of one catalogue picture: `item` from subjectList(), a colour entry, composition 1 to 3. */
export async function itemPicture(item, { colour, native }, composition) {
  const art = await subject(item.as, colour, native);
  const g = ground(COLOURS[colour]);
  const seed = hash(`${item.group}/${item.name}/${colour}`);
  const angle = composition > 1;
  const ratio = art.box.w / art.box.h;
  const flip = angle;
  const tone = g.shadow;
  const x = W / 2 + (angle ? 50 : 0);
  const base = definitions(g);
  if (item.stage === 'flat') {
    const turn = angle ? -14 : -5;
    return page(
      W,
      H,
      `${base}<rect width="${W}" height="${H}" fill="url(#wall)"/><path d="M0 ${H}L${W} ${H * 0.3}V${H}Z" fill="#fff" opacity=".18"/>` +
        place(art, {
          x: W / 2 + 30,
          y: H / 2 + 250,
          height: 500,
          width: 720,
          on: 'flat',
          turn,
          tone,
        }),
    );
  }
  if (item.stage === 'wall') {
    const height = Math.min(item.height || 560, 560) * (angle ? 1.22 : 1);
    const wide = Math.min(height, (angle ? 800 : 700) / ratio);
    return page(
      W,
      H,
      base +
        `<rect width="${W}" height="${H}" fill="url(#wall)"/>` +
        (seed % 2
          ? `<path d="M120 0H420L640 ${H}H340Z" fill="#fff" opacity=".3"/><path d="M520 0H600L820 ${H}H740Z" fill="#fff" opacity=".22"/>`
          : `<circle cx="${x}" cy="350" r="290" fill="${g.shape}" opacity=".5"/>`) +
        place(art, {
          x,
          y: H / 2 + wide / 2 + (angle ? 60 : 0),
          height: wide,
          on: 'wall',
          flip,
          tone,
        }),
    );
  }
  if (item.stage === 'hang') {
    const height = angle ? 560 : 480;
    const top = 18;
    const real = Math.min(height, 640 / ratio);
    return page(
      W,
      H,
      base +
        stage(g, W, H, 2 + (seed % 2), 0.86) +
        `<path d="M${x} 0V${top + 30}" stroke="${g.shadow}" stroke-width="2.5" opacity=".5"/>` +
        companion(g, seed, angle ? 190 : 780, H * 0.9, 90) +
        place(art, { x, y: top + real, height: real, on: 'wall', flip, tone }),
    );
  }
  const small = item.stage === 'plinth';
  const horizon = small ? 0.72 : 0.73;
  const foot = small ? 560 : H * 0.865;
  const room = item.height || (small ? 420 : 520);
  const k = angle ? 1.16 : 1;
  const height = Math.min(room * k, ((small ? 560 : 760) * k) / ratio);
  const width = height * ratio;
  const side = angle ? -1 : 1;
  const beside = x + side * Math.min(W * 0.4, width / 2 + 110);
  const kind = small ? [1, 2, 4, 3][seed % 4] : [1, 2, 3, 4, 5][seed % 5];
  let body = base + stage(g, W, H, angle ? (kind + 2) % 6 : kind, horizon, x);
  body += companion(g, seed >>> 3, beside, foot - (small ? -40 : 42), small ? 96 : 108);
  if (small) body += plinth(g, x, foot - 6, Math.max(360, Math.min(660, width * 1.3)), H + 40);
  body += place(art, { x, y: foot, height, on: 'floor', flip, tone });
  return page(W, H, body);
}
