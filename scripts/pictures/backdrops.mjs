import { COLOURS, ground, shade } from './colour.mjs';
import { page } from './compose.mjs';
import { definitions, hash, place, subject } from './scene.mjs';

const W = 960;
const H = 720;

/** `material colour hex` of every backdrop picture. */
const BACKDROPS = `
muslin grey #a8a49d
muslin olive #8b8a68
muslin navy #4a5a75
muslin rust #b0714f
muslin beige #cfbfa4
canvas brown #8a6a52
canvas grey #8d8b88
canvas green #6f7f6c
canvas teal #5f8486
paper white #f4f2ee
paper black #3a3838
paper pink #eab4bd
paper yellow #f0cd62
paper sky #a9cfe8
paper sage #a9bfa2
paper red #c4453b
paper green #35b04a
vinyl white #eceae6
vinyl grey #7f8286
wood brown #9a6b47
wood white #e6e0d6
brick red #a8543e
brick white #e9e4dc
velvet maroon #7c2433
velvet teal #1f6f73
velvet navy #28395f
gradient pink #f0b8a8
gradient lavender #b9a8dc
`
  .trim()
  .split('\n')
  .map((row) => row.split(' '));

const vignette =
  '<defs><radialGradient id="v" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d1512" stop-opacity=".34"/></radialGradient></defs>';
const clouds = (seed, fx, fy, light, dark) =>
  `<filter id="n" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="4" seed="${seed % 97}"/><feColorMatrix values="0 0 0 0 ${light} 0 0 0 0 ${light} 0 0 0 0 ${light} 1.6 0 0 0 -.62"/></filter>` +
  `<filter id="m" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${fx * 1.7} ${fy * 1.7}" numOctaves="3" seed="${(seed % 89) + 3}"/><feColorMatrix values="0 0 0 0 ${dark} 0 0 0 0 ${dark} 0 0 0 0 ${dark} 0 1.5 0 0 -.62"/></filter>`;
const full = (fill, extra = '') => `<rect width="${W}" height="${H}" fill="${fill}" ${extra}/>`;
/** A seamless roll on its crossbar, curving from wall to floor. */
const roll = (hex) =>
  full('#e9e4dc') +
  `<rect y="610" width="${W}" height="110" fill="#d6cec2"/><defs><linearGradient id="p" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shade(hex, -0.02)}"/><stop offset=".66" stop-color="${hex}"/><stop offset=".8" stop-color="${shade(hex, -0.035)}"/><stop offset="1" stop-color="${shade(hex, 0.02)}"/></linearGradient></defs>` +
  `<path d="M104 60V640M856 60V640" stroke="#4a474b" stroke-width="9"/><path d="M150 50H810V520Q814 640 900 720H60Q146 640 150 520Z" fill="url(#p)"/><rect x="84" y="34" width="792" height="34" rx="17" fill="${shade(hex, -0.09)}"/><rect x="84" y="38" width="792" height="9" rx="4" fill="${shade(hex, 0.04)}"/>`;

const surfaces = {
  muslin: (hex, seed) =>
    `${clouds(seed, 0.0035, 0.0045, 1, 0.1)}${full(hex)}${full('#000', 'filter="url(#n)" opacity=".55"')}${full('#000', 'filter="url(#m)" opacity=".4"')}${Array.from({ length: 7 }, (_, i) => `<path d="M${60 + i * 140} 0Q${30 + i * 150} 380 ${70 + i * 136} 720" stroke="${i % 2 ? '#fff' : '#20140c'}" stroke-width="${26 + (i % 3) * 10}" fill="none" opacity=".07"/>`).join('')}`,
  canvas: (hex, seed) =>
    `${clouds(seed, 0.006, 0.006, 1, 0.08)}${full(hex)}${full('#000', 'filter="url(#n)" opacity=".6"')}${full('#000', 'filter="url(#m)" opacity=".55"')}<pattern id="w" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 5H10M5 0V10" stroke="#fff" stroke-width="1.4" opacity=".1"/></pattern>${full('url(#w)')}`,
  paper: (hex) => roll(hex),
  vinyl: (hex, seed) =>
    `<filter id="n" x="0" y="0" width="1" height="1"><feTurbulence type="turbulence" baseFrequency=".0032 .0052" numOctaves="4" seed="${seed % 50}"/><feColorMatrix values="0 0 0 0 .35 0 0 0 0 .34 0 0 0 0 .35 -9 0 0 0 1.05"/></filter>${full(hex)}${full('#000', 'filter="url(#n)" opacity=".42"')}`,
  wood: (hex, seed) =>
    Array.from(
      { length: 8 },
      (_, i) =>
        `<rect x="${i * 120}" width="118" height="${H}" fill="${shade(hex, (((seed >>> i) % 7) - 3) * 0.014)}"/><path d="M${i * 120 + 24} 0Q${i * 120 + 36} 300 ${i * 120 + 22} 720M${i * 120 + 64} 0Q${i * 120 + 50 + (i % 3) * 14} 360 ${i * 120 + 66} 720M${i * 120 + 96} 0V720" stroke="${shade(hex, -0.06)}" stroke-width="2.5" fill="none" opacity=".6"/>`,
    )
      .join('')
      .replace(/^/, full(shade(hex, -0.16))),
  brick: (hex, seed) =>
    full(shade(hex, hex > '#d' ? -0.06 : 0.2)) +
    Array.from({ length: 12 * 9 }, (_, n) => {
      const r = Math.floor(n / 9);
      const c = n % 9;
      return `<rect x="${c * 122 - (r % 2 ? 61 : 0) - 20}" y="${r * 61 + 2}" width="114" height="53" rx="4" fill="${shade(hex, ((hash(`${seed}/${n}`) % 9) - 4) * 0.011)}"/>`;
    }).join(''),
  velvet: (hex) =>
    Array.from(
      { length: 12 },
      (_, i) =>
        `<linearGradient id="f${i}" x1="0" x2="1"><stop offset="0" stop-color="${shade(hex, -0.11)}"/><stop offset=".45" stop-color="${shade(hex, 0.07)}"/><stop offset="1" stop-color="${shade(hex, -0.13)}"/></linearGradient><path d="M${i * 80} 0H${i * 80 + 81}Q${i * 80 + 70 + (i % 3) * 14} 360 ${i * 80 + 81} 720H${i * 80}Q${i * 80 + ((i + 2) % 3) * 14 - 10} 360 ${i * 80} 0Z" fill="url(#f${i})"/>`,
    )
      .join('')
      .replace(/^/, full(hex)),
  gradient: (hex) =>
    `<linearGradient id="g" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${shade(hex, 0.06)}"/><stop offset=".55" stop-color="${hex}"/><stop offset="1" stop-color="${shade(hex, -0.16)}"/></linearGradient>${full('url(#g)')}`,
};

/** The backdrop hung between two stands in the studio, and something to sit on in front of it. */
async function hung(material, colour, hex) {
  const g = ground(COLOURS.beige);
  const seat = await subject(...SEATS[hash(`${material}/${colour}`) % SEATS.length]);
  const cloth =
    material === 'paper'
      ? full(hex) + full('#fff', 'opacity=".06"')
      : surfaces[material](hex, hash(material + colour));
  const inFront = place(seat, { x: 480, y: 676, height: 250, width: 300, tone: g.shadow });
  const floor = `<rect y="560" width="${W}" height="160" fill="url(#floor)"/>`;
  // A brick wall is built in, and hangs from nothing.
  if (material === 'brick')
    return page(W, H, `${definitions(g)}${cloth}${vignette}${full('url(#v)')}${floor}${inFront}`);
  return page(
    W,
    H,
    `${definitions(g)}<rect width="${W}" height="${H}" fill="url(#wall)"/>${floor}` +
      `<path d="M176 40V640M784 40V640M136 648L176 600L216 648M744 648L784 600L824 648" stroke="#4a474b" stroke-width="9" fill="none" stroke-linecap="round"/>` +
      `<rect x="160" y="44" width="640" height="18" rx="9" fill="#4a474b"/>` +
      `<svg x="204" y="52" width="552" height="560" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid slice">${cloth}${vignette}${full('url(#v)')}</svg>` +
      `<rect x="204" y="606" width="552" height="10" rx="5" fill="${shade(hex, -0.12)}"/>` +
      inFront,
  );
}

const SEATS = [
  ['stool', 'white'],
  ['bar-stool', 'black'],
  ['dining-chair', 'brown'],
  ['pouf', 'mustard'],
];

/** The backdrops: the colour and the texture themselves, and how they hang in the studio. */
export function backdropPictures() {
  return BACKDROPS.flatMap(([material, colour, hex]) => [
    {
      name: `backdrops/${material}-${colour}-1.webp`,
      svg: async () =>
        page(
          W,
          H,
          `<rect width="${W}" height="${H}" fill="#fff"/>${surfaces[material](hex, hash(material + colour))}${vignette}${full('url(#v)')}`,
        ),
      quality: 62,
    },
    {
      name: `backdrops/${material}-${colour}-2.webp`,
      svg: () => hung(material, colour, hex),
      quality: 72,
    },
  ]);
}
