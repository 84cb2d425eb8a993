import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PATCH = `--- a/node_modules/thing/index.js
+++ b/node_modules/thing/index.js
@@ -1,3 +1,3 @@
 one
-two
+three
 four
`;
let project = '';
const thing = () => join(project, 'node_modules/thing/index.js');
const run = () =>
  spawnSync(process.execPath, [join(project, 'scripts/patch.mjs')], { encoding: 'utf8' });

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'studio-patch-'));
  for (const folder of ['scripts', 'patches', 'node_modules/thing']) {
    mkdirSync(join(project, folder), { recursive: true });
  }
  cpSync(join(ROOT, 'scripts/patch.mjs'), join(project, 'scripts/patch.mjs'));
  symlinkSync(join(ROOT, 'node_modules/diff'), join(project, 'node_modules/diff'));
  writeFileSync(join(project, 'patches/thing+1.0.0.patch'), PATCH);
});
afterEach(() => rmSync(project, { recursive: true }));

test('a package is mended once, however often it is asked', () => {
  writeFileSync(thing(), 'one\ntwo\nfour\n');
  for (let time = 0; time < 2; time++) {
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(thing(), 'utf8')).toBe('one\nthree\nfour\n');
  }
});

test('a package that the patch does not fit stays as it is, and the install fails', () => {
  writeFileSync(thing(), 'one\nfive\nfour\n');
  expect(run()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^patches\/thing\+1\.0\.0\.patch does not fit .*: remove node_modules and install again\.\n$/,
    ) as string,
  });
  expect(readFileSync(thing(), 'utf8')).toBe('one\nfive\nfour\n');
});
