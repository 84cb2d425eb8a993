import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');
/** Files that a running site reads. */
const PARTS = ['backend', 'dist', 'public', 'server', 'src', 'supabase', 'package.json'];

/** Another release of the product, in a folder of its own. */
export interface Release {
  /** For `OwnSite.startAgain`. */
  program: string;
  /** Names of its scripts and styles; the built site has none of them. */
  assets: ReadonlySet<string>;
  remove: () => void;
}

/**
 * Copies the built site as its next release: all scripts and styles have other names, and the page without a connection
 * another text.
 * @param changed in the page without a connection
 */
export function nextRelease(changed: { from: string; to: string }): Release {
  const folder = mkdtempSync(join(tmpdir(), 'studio-release-'));
  const configuration = readdirSync(ROOT).filter((name) => /^studio\..+\.ts$/.test(name));
  for (const part of [...PARTS, ...configuration]) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  edit(join(folder, 'server/offline-page.ts'), (text) => {
    if (!text.includes(changed.from)) throw new Error(`The page has no "${changed.from}".`);
    return text.replace(changed.from, changed.to);
  });
  const assets = renameAssets(join(folder, 'dist'));
  return {
    program: join(folder, 'server/main.ts'),
    assets,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names of the scripts and styles that a page has loaded. */
export const assetsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.+\.(js|css)$/.test(path))
      .map((path) => path.replace('/assets/', '')),
  );

/** Gives hashed files other names, and the new names to all that mention them. */
function renameAssets(dist: string): Set<string> {
  const folder = join(dist, 'client/assets');
  const renamed = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    // why: these hold the old names; the server sends the plain file where they are missing.
    if (/\.(br|gz)$/.test(name)) rmSync(join(folder, name));
    else if (/\.(js|css)$/.test(name)) renamed.set(name, name.replace(/(\.\w+)$/, '-next$1'));
  }
  const names = new RegExp(
    [...renamed.keys()].map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
    'g',
  );
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, file);
    if (!/\.(js|css)$/.test(file) || !statSync(path).isFile()) continue;
    edit(path, (text) => text.replaceAll(names, (name) => renamed.get(name) ?? name));
  }
  for (const [name, next] of renamed) renameSync(join(folder, name), join(folder, next));
  return new Set(renamed.values());
}

const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
