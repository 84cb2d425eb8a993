import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hashSource } from './html.ts';

/**
 * CSP hashes of the style sheets that libraries insert at run time: sonner's.
 * why: the policy allows no other inline style, and sonner offers no nonce.
 * @throws when the installed sonner no longer inserts its style sheet as one string.
 */
export async function libraryStyleHashes(): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('sonner');
  const source = await readFile(file, 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!literal) throw new Error('The style sheet of sonner was not found in its module.');
  return [hashSource(JSON.parse(literal) as string)];
}
