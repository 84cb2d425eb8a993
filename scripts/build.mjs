/** `npm run build`: builds the site into dist/ and compresses its assets once. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createBuilder } from 'vite';

const COMPRESSED = /\.(js|css|svg|json|txt|xml|map|webmanifest|wasm)$/;
const root = join(import.meta.dirname, '..');
process.chdir(root);

const builder = await createBuilder({ root, logLevel: 'warn' });
await builder.buildApp();

for (const entry of readdirSync('dist/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  if (content.length < 1024) continue;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
