/**
 * Draws the pictures of the site's own pages into public/pictures, at each width that pages use,
 * and crops public/share.jpg, the preview for shared links, from the home page's. Run it by hand
 * when the drawings change, and commit the results. `--only <text>` draws only matching names.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { pagePictures } from './pictures/pages.mjs';

const target = join(import.meta.dirname, '../public/pictures');
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });

mkdirSync(target, { recursive: true });
let total = 0;
for (const { name, widths, svg } of pagePictures()) {
  if (options.only && !new RegExp(options.only).test(name)) continue;
  const drawing = sharp(Buffer.from(await svg()));
  for (const width of widths) {
    const file = join(target, `${name}-${width}.webp`);
    await drawing
      .clone()
      .resize({ width })
      .webp({ quality: 80, effort: 6, smartSubsample: true })
      .toFile(file);
    total += statSync(file).size;
  }
}
await sharp(join(target, 'opening-2000.webp'))
  .resize(1200, 630, { fit: 'cover' })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(target, '../share.jpg'));
console.log(`${Math.round(total / 1024)} kB`);
