/**
 * Builds the two web fonts of the site: one file per face, subset to the characters that the site
 * uses, and a style sheet that declares them with fallbacks of the same metrics. Run it by hand
 * after an update of the font packages, and commit its output in src/app/fonts/.
 *
 * why Inter from `inter-ui`: Fontsource puts ₹ and the arrows into separate files, so every price
 * would fetch a second font.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);
const target = join(import.meta.dirname, '../src/app/fonts');

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff);
const EXTRA = '₹–—…×·→←↑↓‘’“”•';

/** English letter frequencies per 10,000 characters of running text, including spaces. */
const FREQUENCY = {
  ' ': 1800,
  e: 1041,
  t: 742,
  a: 668,
  o: 615,
  i: 570,
  n: 569,
  s: 519,
  r: 491,
  h: 499,
  l: 330,
  d: 349,
  u: 226,
  c: 228,
  m: 198,
  f: 183,
  w: 193,
  g: 166,
  p: 158,
  y: 162,
  b: 122,
  v: 80,
  k: 63,
};

/** Mean advance of running text in em, measured in common system fonts (Arial, Georgia, Times). */
const SYSTEM_WIDTH = {
  Arial: 904 / 2048,
  Georgia: 913 / 2048,
  'Times New Roman': 819 / 2048,
};

/** Parses the font tables that the measurements need. */
function measure(font) {
  const table = new Map();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    table.set(font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8));
  }
  const glyphOf = readCharacterMap(font, table.get('cmap'));
  const unitsPerEm = font.readUInt16BE(table.get('head') + 18);
  const metricCount = font.readUInt16BE(table.get('hhea') + 34);
  const advance = (character) => {
    const glyph = Math.min(glyphOf(character.codePointAt(0)), metricCount - 1);
    return font.readUInt16BE(table.get('hmtx') + glyph * 4);
  };
  let sum = 0;
  let weight = 0;
  for (const [character, frequency] of Object.entries(FREQUENCY)) {
    sum += advance(character) * frequency;
    weight += frequency;
  }
  return {
    width: sum / weight / unitsPerEm,
    ascent: font.readInt16BE(table.get('hhea') + 4) / unitsPerEm,
    descent: -font.readInt16BE(table.get('hhea') + 6) / unitsPerEm,
  };
}

/** Maps code points to glyph ids, from the font's format 4 cmap table. */
function readCharacterMap(font, cmap) {
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const at = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(at) !== 4) continue;
    const segments = font.readUInt16BE(at + 6) / 2;
    return (code) => {
      for (let segment = 0; segment < segments; segment++) {
        if (code > font.readUInt16BE(at + 14 + segment * 2)) continue;
        const start = at + 16 + segments * 2 + segment * 2;
        if (code < font.readUInt16BE(start)) return 0;
        const delta = font.readUInt16BE(start + segments * 2);
        const offsetAt = start + segments * 4;
        const offset = font.readUInt16BE(offsetAt);
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = font.readUInt16BE(offsetAt + offset + (code - font.readUInt16BE(start)) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('The font has no character map of format 4.');
}

const percent = (ratio) => `${(ratio * 100).toFixed(2)}%`;

/** The @font-face rule that gives a system font the metrics of the web font. */
function fallbackFace(family, system, localNames, metrics) {
  const size = metrics.width / SYSTEM_WIDTH[system];
  const sources = localNames.map((name) => `local('${name}')`).join(', ');
  return `@font-face {
  font-family: '${family}';
  src: ${sources};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(metrics.ascent / size)};
  descent-override: ${percent(metrics.descent / size)};
  line-gap-override: 0%;
}
`;
}

/** Writes one face; returns its metrics at its usual size. */
async function makeFace({ name, source, licence, axes, measuredAt, keepFeatures }) {
  const original = readFileSync(resolve(source));
  const options = { keepFeatures, noHinting: true };
  const file = await subsetFont(original, LATIN + EXTRA, {
    ...options,
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(join(target, `${name}.woff2`), file);
  copyFileSync(join(dirname(resolve(source)), licence), join(target, `${name}-LICENSE.txt`));
  console.log(`${name}.woff2: ${(file.length / 1024).toFixed(1)} KiB`);
  const still = await subsetFont(original, LATIN, {
    ...options,
    targetFormat: 'sfnt',
    variationAxes: measuredAt,
  });
  return measure(still);
}

mkdirSync(target, { recursive: true });
const inter = await makeFace({
  name: 'inter',
  source: 'inter-ui/variable/InterVariable.woff2',
  licence: '../LICENSE.txt',
  axes: { opsz: 14, wght: { min: 400, max: 700 } },
  measuredAt: { opsz: 14, wght: 400 },
  keepFeatures: ['kern', 'ccmp', 'tnum'],
});
const fraunces = await makeFace({
  name: 'fraunces',
  source: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  licence: '../LICENSE',
  axes: { opsz: 48, wght: 400 },
  measuredAt: { opsz: 48, wght: 400 },
  keepFeatures: ['kern', 'liga', 'ccmp', 'lnum'],
});

writeFileSync(
  join(target, 'fonts.css'),
  `/* Written by scripts/make-fonts.mjs. */
@font-face {
  font-family: 'Inter';
  src: url('./inter.woff2') format('woff2');
  font-weight: 400 700;
  font-display: optional;
}
@font-face {
  font-family: 'Fraunces';
  src: url('./fraunces.woff2') format('woff2');
  font-weight: 400;
  font-display: optional;
}
${fallbackFace('Inter Fallback', 'Arial', ['Arial', 'Liberation Sans', 'Arimo'], inter)}${fallbackFace(
    'Fraunces Fallback',
    'Georgia',
    ['Georgia', 'Gelasio'],
    fraunces,
  )}${fallbackFace(
    'Fraunces Fallback Times',
    'Times New Roman',
    ['Times New Roman', 'Liberation Serif', 'Tinos'],
    fraunces,
  )}`,
);
