/** The studio's colours: slug (as in the `colors` lookup and in picture names) to a typical sRGB value. */
export const COLOURS = {
  red: '#c5372c',
  maroon: '#7f2432',
  rust: '#b65a34',
  copper: '#b97648',
  orange: '#e08a3c',
  mustard: '#d19f2c',
  gold: '#caa24a',
  yellow: '#efc944',
  olive: '#7c8048',
  green: '#3d7c58',
  sage: '#9db394',
  teal: '#23868a',
  blue: '#3565b5',
  navy: '#28395f',
  sky: '#8dbde0',
  lavender: '#b1a1d6',
  purple: '#704b9d',
  pink: '#e49bae',
  magenta: '#bf3d7b',
  brown: '#8b5c3c',
  tan: '#c59b6d',
  beige: '#d8c6a7',
  white: '#f3f0e9',
  grey: '#9b9a97',
  silver: '#bfc3c7',
  black: '#33302f',
  multicolour: '#d99a6c',
};

const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/** `#rgb` or `#rrggbb` to `{ l, c, h }` in OKLCH (h in degrees). Matrices: https://bottosson.github.io/posts/oklab/. */
export function toOklch(hex) {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, (d) => d + d) : hex;
  const [r, g, b] = [1, 3, 5].map((i) => toLinear(parseInt(full.slice(i, i + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

/** OKLCH to `#rrggbb`, clipped into sRGB channel by channel. */
export function fromOklch({ l, c, h }) {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
  const byte = (v) => Math.round(255 * Math.min(1, Math.max(0, toGamma(Math.max(0, v)))));
  return `#${rgb.map((v) => byte(v).toString(16).padStart(2, '0')).join('')}`;
}

/** The same colour, lighter (positive) or darker (negative) by `by` in OKLCH lightness. */
export function shade(hex, by) {
  const { l, c, h } = toOklch(hex);
  return fromOklch({ l: Math.min(0.99, Math.max(0.08, l + by)), c: by > 0 ? c * 0.92 : c, h });
}

/** Tones that a drawing uses, made from one main colour; wood and metal stay what they are. */
export function palette(hex) {
  const light = toOklch(hex).l > 0.85;
  const step = light ? 0.055 : 0.075;
  return {
    main: hex,
    light: shade(hex, light ? 0.03 : step),
    pale: shade(hex, light ? 0.05 : step * 2),
    dark: shade(hex, -step),
    deep: shade(hex, -step * 2),
    wood: '#a9744c',
    woodLight: '#c1905f',
    woodDark: '#7c5236',
    brass: '#c79f52',
    brassDark: '#9d7a37',
    brassLight: '#e3c585',
    steel: '#8d9195',
    steelLight: '#c3c7ca',
    ink: '#39363a',
    inkLight: '#57535a',
    cream: '#f2e8d5',
    leaf: '#4f8a5b',
    leafDark: '#386b47',
    leafLight: '#77a877',
    clay: '#bb6f4c',
    glow: '#ffe9b0',
  };
}

/** Wall, floor and shape tones of a picture ground: a pale tint of the item's own colour. */
export function ground(hex) {
  const { l, c, h } = toOklch(hex);
  const hue = c < 0.025 ? 68 : h;
  const chroma = c < 0.025 ? (l > 0.84 ? 0.024 : 0.013) : Math.min(0.042, 0.014 + c * 0.17);
  const base = l > 0.84 && c < 0.06 ? 0.885 : 0.925;
  const tone = (dl, k = 1) => fromOklch({ l: base + dl, c: chroma * k, h: hue });
  return {
    wall: tone(0),
    wallLight: tone(0.035, 0.7),
    floor: tone(-0.035, 1.05),
    floorNear: tone(0.01, 0.9),
    shape: tone(-0.045, 1.35),
    shapeDark: tone(-0.085, 1.5),
    block: tone(0.02, 0.8),
    blockSide: tone(-0.06, 1.3),
    shadow: fromOklch({ l: 0.36, c: Math.min(0.06, chroma * 1.6), h: hue }),
  };
}
