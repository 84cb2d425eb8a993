import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Made by programs on this machine, or not ours. */
const FOREIGN = /^(node_modules|dist|\.git|\.data|test-results|playwright-report)$/;

const FILES = filesUnder('');
const FOLDERS = new Set(FILES.flatMap(foldersOf));
const KNOWN = new Set([...FILES, ...FOLDERS]);
const NAMES = new Set(FILES.map((file) => file.split('/').at(-1)));

/** Written by a program, or by others. */
const DOCS = FILES.filter((file) => file.endsWith('.md') && file !== 'bench/RESULTS.md');
const SOURCES = FILES.filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Folders whose names paths in a text may leave out. */
const BASES = ['', 'src/', 'tests/e2e/', 'tests/db/'];

/** Commands of npm itself. */
const NPM = new Set(['install', 'ci', 'audit', 'start', 'test', 'pack']);

/** Files that a recipe has its reader make. */
const EXAMPLES = /(^|\/)(x\.test\.ts|vehicles?(-manager)?\.tsx?)$/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (FOREIGN.test(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** The text with its code blocks taken out, so that only what is claimed in prose is left. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

const codeIn = (text: string) =>
  [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

/** A heading's anchor as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (file: string) =>
  new Set(
    [...prose(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')),
  );

/** Paths of the repository: with a folder of ours first, or a file of a language of ours. */
function isPath(code: string): boolean {
  if (EXAMPLES.test(code) || /[\s…*<>{}$()|,:=]|^[/#.@]|\/\//.test(code)) return false;
  const first = code.split('/')[0] ?? '';
  if (code.includes('/')) return BASES.some((base) => FOLDERS.has(base + first));
  return /\.(ts|tsx|mjs|sql|md)$/.test(code);
}

function exists(code: string, doc: string): boolean {
  const path = code.replace(/\/$|#.*$/, '');
  const near = normalize(join(dirname(doc), path));
  if (KNOWN.has(near) || BASES.some((base) => KNOWN.has(base + path))) return true;
  if (path === 'dist' || path.startsWith('dist/')) return true;
  if (BASES.some((base) => KNOWN.has(`${base}${path}.test.ts`))) return true;
  return !path.includes('/') && NAMES.has(path);
}

describe.each(DOCS)('%s', (doc) => {
  const text = read(doc);

  test('names files and folders that exist', () => {
    const missing = codeIn(text).filter((code) => isPath(code) && !exists(code, doc));
    expect(missing).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const broken = [...prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link]) => link ?? '')
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path ? normalize(join(dirname(doc), path)).replace(/\/$/, '') : doc;
        if (!KNOWN.has(target)) return true;
        return anchor !== undefined && !anchorsOf(target).has(anchor);
      });
    expect(broken).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const commands = [...text.matchAll(/`[^`]+`|^```[\s\S]*?^```/gm)].join('\n');
    const named = [...commands.matchAll(/\bnpm (run )?([a-z][\w:-]*)/g)]
      .filter(([, run, name = '']) => (run ? !(name in scripts) : !NPM.has(name)))
      .map(([command]) => command);
    expect(named).toEqual([]);
  });

  test('names tables and functions of the private schema that exist', () => {
    const sql = FILES.filter((file) => file.startsWith('supabase/schemas/'))
      .map(read)
      .join('\n');
    const missing = [...text.matchAll(/\bprivate\.([a-z_]+)/g)]
      .map(([, name]) => name)
      .filter((name) => !new RegExp(`\\bprivate\\.${name}\\b`).test(sql));
    expect(missing).toEqual([]);
  });
});

test('comments refer to pages and headings of docs/product that exist', () => {
  const broken = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/docs\/product\/([\w-]+\.md)(?:#([\w-]+))?/g)]
      .filter(([, page, anchor]) => {
        const target = `docs/product/${page}`;
        return !KNOWN.has(target) || (anchor && !anchorsOf(target).has(anchor));
      })
      .map(([reference]) => `${file}: ${reference}`),
  );
  expect(broken).toEqual([]);
});
