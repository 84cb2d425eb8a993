/**
 * Prepares the fonts of PDF documents. Run it by hand after an update of the font packages, and
 * commit its output in server/documents/fonts/.
 *
 * Inter and Fraunces lose their layout tables, with Inter's digits replaced by those of equal width.
 * why: shaping Inter took two thirds of the time of a document.
 * Noto Sans of the Indian scripts keeps its tables: without them its words are unreadable.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);
const target = join(import.meta.dirname, '../server/documents/fonts');

/**
 * Signs that no prepared font has: other spaces, marks, control characters and private signs. why no marks: without layout
 * tables they would stand beside their letters; a letter with its mark is one sign.
 */
const LEFT_OUT = /[^\P{Z}\u0020\u00a0]|[\p{M}\p{C}]/u;
const DIGITS = '0123456789';

/** Layout tables, which the prepared fonts do without. */
const LAYOUT = ['GSUB', 'GPOS', 'GDEF', 'kern'];

/** The tables of a font file by tag. */
function tablesOf(font) {
  const tables = new Map();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    const start = font.readUInt32BE(entry + 8);
    const tag = font.toString('latin1', entry, entry + 4);
    tables.set(tag, font.subarray(start, start + font.readUInt32BE(entry + 12)));
  }
  return tables;
}

/** A font file of these tables (https://learn.microsoft.com/typography/opentype/spec/otff). */
function fontOf(tables) {
  const padded = (table) => Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
  const sumOf = (table) => {
    let sum = 0;
    for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
    return sum;
  };
  const entries = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + entries.length * 16);
  const largest = 2 ** Math.floor(Math.log2(entries.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(entries.length, 4);
  head.writeUInt16BE(largest * 16, 6);
  head.writeUInt16BE(Math.log2(largest), 8);
  head.writeUInt16BE((entries.length - largest) * 16, 10);
  let start = head.length;
  for (const [index, [tag, table]] of entries.entries()) {
    const at = 12 + index * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(sumOf(padded(table)), at + 4);
    head.writeUInt32BE(start, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    start += padded(table).length;
  }
  return Buffer.concat([head, ...entries.map(([, table]) => padded(table))]);
}

/** A character map of format 12, from code points to glyph ids. */
function characterMap(glyphOf) {
  const pairs = [...glyphOf].toSorted(([a], [b]) => a - b);
  const map = Buffer.alloc(12 + 16 + pairs.length * 12);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + pairs.length * 12, 16);
  map.writeUInt32BE(pairs.length, 24);
  for (const [index, [code, glyph]] of pairs.entries()) {
    const at = 28 + index * 12;
    map.writeUInt32BE(code, at);
    map.writeUInt32BE(code, at + 4);
    map.writeUInt32BE(glyph, at + 8);
  }
  return map;
}

/** Drops a font's layout tables, after replacing its digits by those of equal width. */
function flattened(file, digitFeatures) {
  const font = create(file);
  const glyphOf = new Map(font.characterSet.map((code) => [code, font.glyphForCodePoint(code).id]));
  const { glyphs } = font.layout(DIGITS, digitFeatures);
  for (const [at, digit] of Array.from(DIGITS).entries())
    glyphOf.set(digit.codePointAt(0), glyphs[at].id);
  const tables = tablesOf(file);
  for (const tag of LAYOUT) tables.delete(tag);
  tables.set('cmap', characterMap(glyphOf));
  return fontOf(tables);
}

function write(name, file, source, licence) {
  writeFileSync(join(target, `${name}.ttf`), file);
  const family = name.replace(/-(regular|bold)$/, '');
  copyFileSync(join(dirname(resolve(source)), licence), join(target, `${family}-LICENSE.txt`));
  console.log(`${name}.ttf: ${(file.length / 1024).toFixed(1)} KiB`);
}

async function makeLatin({ name, source, licence, axes, digitFeatures }) {
  const original = readFileSync(resolve(source));
  const signs = create(original).characterSet.map((code) => String.fromCodePoint(code));
  const kept = signs.filter((sign) => !LEFT_OUT.test(sign)).join('');
  const subset = await subsetFont(original, kept, {
    targetFormat: 'sfnt',
    noHinting: true,
    variationAxes: axes,
    keepFeatures: digitFeatures,
  });
  write(name, flattened(subset, digitFeatures), source, licence);
}

async function makeIndian(script, weight, name) {
  const source = `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff2`;
  const original = readFileSync(resolve(source));
  const font = create(original);
  // why: a space of the same font lets several words be drawn at once.
  const signs = [0x20, ...font.characterSet.filter((code) => code > 0x2ff && code !== 0xffff)];
  const file = await subsetFont(original, String.fromCodePoint(...signs), {
    targetFormat: 'sfnt',
    noHinting: true,
  });
  write(`noto-sans-${script}-${name}`, file, source, '../LICENSE');
}

mkdirSync(target, { recursive: true });
const inter = { source: 'inter-ui/variable/InterVariable.woff2', licence: '../LICENSE.txt' };
await makeLatin({
  ...inter,
  name: 'inter-regular',
  axes: { opsz: 14, wght: 400 },
  digitFeatures: ['tnum'],
});
await makeLatin({
  ...inter,
  name: 'inter-bold',
  axes: { opsz: 14, wght: 600 },
  digitFeatures: ['tnum'],
});
await makeLatin({
  name: 'fraunces',
  source: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  licence: '../LICENSE',
  axes: { opsz: 48, wght: 400 },
  digitFeatures: ['lnum'],
});
const SCRIPTS = 'bengali devanagari gujarati gurmukhi kannada malayalam oriya tamil telugu'.split(
  ' ',
);
for (const script of SCRIPTS) {
  await makeIndian(script, 400, 'regular');
  await makeIndian(script, 600, 'bold');
}

/** The signs that a font has or that look like one that it has, as ranges of code points: `20-7e a0-ac`. */
async function printedRanges() {
  const { runsOf } = await import('../server/documents/fonts.ts');
  const ranges = [];
  for (let code = 0x20; code < 0x20000; code++) {
    const sign = String.fromCodePoint(code);
    if (/\p{Cs}/u.test(sign) || sign.normalize('NFC') !== sign) continue;
    const shown = runsOf(sign, 'regular')
      .map(({ text }) => text)
      .join('');
    const isOwn = shown === sign || (shown !== sign.normalize('NFKC') && shown !== '?');
    if (shown === '' || !isOwn) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map((range) => range.map((code) => code.toString(16)).join('-')).join(' ');
}

writeFileSync(
  join(import.meta.dirname, '../src/domain/documents/printed-ranges.ts'),
  `/** Code points that documents are printed with. Written by scripts/make-document-fonts.mjs. */
export const PRINTED_RANGES =
  '${await printedRanges()}';
`,
);
