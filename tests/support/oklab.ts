/** A colour in OKLab: lightness from 0 to 1, and two axes of hue. */
export type Oklab = readonly [lightness: number, a: number, b: number];

/** Reads `oklch(0.5 0.09 190)`. */
export function oklch(text: string): Oklab {
  const [lightness = NaN, chroma = NaN, hue = NaN] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** Reads a colour like `#00726f`, or `#fff`. */
export function hex(text: string): Oklab {
  const digits = text.length === 4 ? text.replaceAll(/[\da-f]/g, '$&$&') : text;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** As CSS `color-mix(in oklab, one part%, other)`. */
export const mix = (one: Oklab, part: number, other: Oklab): Oklab => {
  const at = (axis: 0 | 1 | 2) => (one[axis] * part + other[axis] * (100 - part)) / 100;
  return [at(0), at(1), at(2)];
};

/** Contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Oklab, other: Oklab): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([lightness, a, b]: Oklab): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  // why cut: a screen shows no more than all of a primary colour.
  const shown = (part: number) => Math.min(1, Math.max(0, part));
  return (
    0.2126 * shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}
