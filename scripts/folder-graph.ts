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
 * Groups of folders that import each other, directly or in a circle. A folder is the one that holds
 * a file: a subfolder is another. With each group the imports between its folders.
 */
export function folderCycles(sources: readonly SourceFile[]) {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const targets = edges.get(dirname(path)) ?? new Set();
    edges.set(dirname(path), targets);
    for (const target of imports) targets.add(dirname(target));
  }
  const reached = new Map(Array.from(edges.keys(), (folder) => [folder, reachable(edges, folder)]));
  const groups = new Map<string, { folders: string[]; imports: string[] }>();
  for (const [folder, targets] of reached) {
    const folders = [...targets].filter((other) => reached.get(other)?.has(folder)).toSorted();
    if (folders.length < 2) continue;
    const imports = sources.flatMap(({ path, imports }) =>
      imports
        .filter((target) => dirname(target) !== dirname(path))
        .filter((target) => [path, target].every((file) => folders.includes(dirname(file))))
        .map((target) => `${path} -> ${target}`),
    );
    groups.set(folders.join(), { folders, imports });
  }
  return [...groups.values()];
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
