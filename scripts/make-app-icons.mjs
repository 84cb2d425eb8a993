/**
 * Draws the icons of the back office's app from public/favicon.svg into public/. Run it by hand when
 * the drawing changes, and commit the results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const target = join(import.meta.dirname, '../public');
const drawing = readFileSync(join(target, 'favicon.svg'));
/** Of `favicon.svg`. */
const GROUND = '#00736e';

const icon = (size) => sharp(drawing, { density: (72 * size) / 32 }).resize(size, size);

for (const size of [192, 512]) {
  await icon(size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(target, `app-icon-${size}.png`));
}
// why: launchers crop a maskable icon to a circle of four fifths of its width.
const [size, inner] = [512, 360];
await sharp({ create: { width: size, height: size, channels: 4, background: GROUND } })
  .composite([{ input: await icon(inner).png().toBuffer() }])
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(target, `app-icon-maskable-${size}.png`));
