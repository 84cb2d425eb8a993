import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderCycles, readSources, shared, stem } from './folder-graph.ts';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['src', 'backend', 'server'];

describe('the folders of the rooms', () => {
  it('import each other one way only, types and subfolders included', () => {
    expect(folderCycles(readSources(ROOT, ROOMS))).toEqual([]);
  });

  // why not data: its files are named after what they read.
  it('hold no two files with the same name, but for routes and data', () => {
    const named = readSources(ROOT, ['src'])
      .filter(({ path }) => !/^src\/(routes|data)\//.test(path))
      // why: each room describes a kind of item in a file of the kind's name.
      .filter(({ path }) => !dirname(path).endsWith('/kinds'));
    expect(shared(named, ({ path }) => [stem(path)])).toEqual([]);
  });

  it('export each name of src from one file', () => {
    const named = readSources(ROOT, ['src']).filter(({ path }) => !path.startsWith('src/routes/'));
    expect(shared(named, ({ exports }) => exports)).toEqual([]);
  });
});

describe('the graph of folders', () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const plant = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };

  it('finds a pair, a circle, a folder with its subfolder and folders by their subfolders, but no import one way', () => {
    plant({
      'package.json': '{ "imports": { "#src/*": "./src/*" } }',
      'src/a/one.ts': "import type { Two } from '../b/two.ts';\nexport const one = 1;\n",
      'src/b/two.ts': "export type Two = typeof import('#src/a/one.ts');\n",
      'src/c/three.ts': "import '../d/four.ts';\n",
      'src/d/four.ts': "export { five } from '../e/five.ts';\n",
      'src/e/five.ts': "export const five = await import('../c/three.ts');\n",
      'src/f/six.ts': "import '../a/one.ts';\nimport { seven } from './g/seven.ts';\n",
      'src/f/g/seven.ts': "import '../six.ts';\nexport const seven = 7;\n",
      'src/f/six.test.ts': "import '../f/six.ts';\n",
      'src/i/one/nine.ts': "import '../../j/one/ten.ts';\n",
      'src/i/two/eleven.ts': 'export const eleven = 11;\n',
      'src/j/one/ten.ts': 'export const ten = 10;\n',
      'src/j/two/twelve.ts': "import '../../i/two/eleven.ts';\n",
      'src/h/eight.ts': "import '../f/six.ts';\nimport 'zod';\nexport const one = 1;\n",
    });
    const cycles = folderCycles(readSources(root, ['src']));
    expect(cycles.map(({ folders }) => folders.join(' '))).toEqual([
      'src/a src/b',
      'src/c src/d src/e',
      'src/i src/j',
      'src/f src/f/g',
    ]);
    expect(cycles[0]?.imports).toEqual([
      'src/a/one.ts -> src/b/two.ts',
      'src/b/two.ts -> src/a/one.ts',
    ]);
  });

  it('finds names that two files have', () => {
    expect(shared(readSources(root, ['src']), ({ exports }) => exports)).toEqual([
      { key: 'one', paths: ['src/a/one.ts', 'src/h/eight.ts'] },
    ]);
  });
});
