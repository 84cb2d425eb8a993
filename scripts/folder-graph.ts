import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A source file: its path from the root, its imports as such paths, and its exported names. */
export interface SourceFile {
  path: string;
  imports: string[];
  exports: string[];
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/**
 * Reads all TypeScript below some folders, without tests and generated files. Type-only and dynamic
 * imports count; imports of packages do not.
 * @param root holds the package.json whose `imports` resolve `#` aliases
 */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  const aliases = readAliases(root);
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|gen|d)\.tsx?$/.test(name))
      .map((name) => {
        const path = join(folder, name);
        const text = readFileSync(join(root, path), 'utf8');
        const resolve = (specifier: string) => {
          if (specifier.startsWith('.'))
            return relative(root, join(root, dirname(path), specifier));
          const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
          return alias ? alias[1] + specifier.slice(alias[0].length) : null;
        };
        return {
          path,
          imports: Array.from(text.matchAll(IMPORT), ([, specifier = '']) =>
            resolve(specifier),
          ).filter((target) => target !== null),
          exports: Array.from(text.matchAll(EXPORT), ([, name = '']) => name),
        };
      }),
  );
}

/**
 * Groups of folders that import each other, directly or in a circle: at every level, a folder counts
 * with all of its subfolders, and the files beside them as a folder of their own. With each group the
 * imports between its folders.
 */
export function folderCycles(sources: readonly SourceFile[]) {
  const parents = new Set(sources.flatMap(({ path }) => foldersAbove(path)));
  return [...parents].toSorted().flatMap((parent) => cyclesIn(parent, sources));
}

function cyclesIn(parent: string, sources: readonly SourceFile[]) {
  /** The folder below the parent that holds a file; the parent itself for its own files. */
  const folderOf = (path: string) => {
    const [first = '', ...below] = path.slice(parent.length + 1).split('/');
    return below.length === 0 ? parent : `${parent}/${first}`;
  };
  const isInside = (path: string) => path.startsWith(`${parent}/`);
  const imports = sources.flatMap(({ path, imports: targets }) =>
    targets
      .filter((target) => isInside(path) && isInside(target))
      .map((target) => ({ path, target, from: folderOf(path), to: folderOf(target) }))
      .filter(({ from, to }) => from !== to),
  );
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  const reached = new Map(Array.from(edges.keys(), (folder) => [folder, reachable(edges, folder)]));
  const groups = new Map<string, { folders: string[]; imports: string[] }>();
  for (const [folder, targets] of reached) {
    const folders = [...targets].filter((other) => reached.get(other)?.has(folder)).toSorted();
    if (folders.length === 0) continue;
    groups.set(folders.join(), {
      folders,
      imports: imports
        .filter(({ from, to }) => folders.includes(from) && folders.includes(to))
        .map(({ path, target }) => `${path} -> ${target}`),
    });
  }
  return [...groups.values()];
}

/** All folders above a file: `src`, `src/ops`. */
function foldersAbove(path: string): string[] {
  const parts = dirname(path).split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** Keys that more than one file has, with those files. */
export function shared(
  sources: readonly SourceFile[],
  keysOf: (source: SourceFile) => readonly string[],
): { key: string; paths: string[] }[] {
  const files = new Map<string, string[]>();
  for (const source of sources) {
    for (const key of keysOf(source)) files.set(key, [...(files.get(key) ?? []), source.path]);
  }
  return Array.from(files, ([key, paths]) => ({ key, paths })).filter(
    ({ paths }) => paths.length > 1,
  );
}

/** A file's name without its folder and extension. */
export function stem(path: string): string {
  return basename(path).replace(/\.tsx?$/, '');
}

function reachable(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set<string>();
  const queue = [from];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const target of edges.get(folder) ?? []) {
      if (target === folder || found.has(target)) continue;
      found.add(target);
      queue.push(target);
    }
  }
  return found;
}

function readAliases(root: string): [prefix: string, folder: string][] {
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports?: Record<string, string>;
  };
  return Object.entries(imports)
    .filter(([alias]) => alias.endsWith('*'))
    .map(([alias, target]) => [alias.slice(0, -1), target.slice(2, -1)]);
}
