/**
 * Applies the files of patches/ to installed packages (docs/decisions/0023) after each `npm
 * install`; plain JavaScript for any Node from 20 on. Applying a patch twice has no effect.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch, parsePatch, reversePatch } from 'diff';

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const PATCHES = join(ROOT, 'patches');

for (const name of readdirSync(PATCHES)) {
  for (const change of parsePatch(readFileSync(join(PATCHES, name), 'utf8'))) {
    const file = join(ROOT, change.newFileName.replace(/^b\//, ''));
    const text = readFileSync(file, 'utf8');
    if (applyPatch(text, reversePatch(change)) !== false) continue;
    const patched = applyPatch(text, change);
    if (patched === false) {
      process.stderr.write(
        `patches/${name} does not fit ${file}: remove node_modules and install again.\n`,
      );
      process.exit(1);
    }
    writeFileSync(file, patched);
  }
}
