import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ZXING_WASM_SHA256 } from 'barcode-detector/ponyfill';
import { expect, it } from 'vitest';

it('the program that the site serves is the one that the package was made for', () => {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  expect(hash('sha256', readFileSync(file))).toBe(ZXING_WASM_SHA256);
});
