/**
 * The site's display face for drawings. Import it before anything that loads `sharp`: the renderer
 * reads its list of fonts once.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** Family name of the face. */
export const DISPLAY = 'Fraunces';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const { resolve } = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'drawing-fonts-'));
const face = await subsetFont(
  readFileSync(resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2')),
  LETTERS,
  { targetFormat: 'sfnt', variationAxes: { wght: 400, opsz: 144, SOFT: 0, WONK: 0 } },
);
writeFileSync(join(folder, 'display.ttf'), face);
// why the machine's own folders are left out: the pictures must be the same on every machine.
writeFileSync(
  join(folder, 'fonts.conf'),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
);
process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
