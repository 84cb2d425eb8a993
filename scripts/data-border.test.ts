import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

/** The files outside of `allowed` that contain a pattern. */
const others = (pattern: RegExp, allowed: readonly string[]) =>
  sources
    .filter(({ file, text }) => pattern.test(text) && !allowed.includes(file))
    .map(({ file }) => file);

it('only answer-call.ts calls database functions, so that every answer is parsed', () => {
  expect(others(/\b(client|api|rest)\.rpc\(/, ['data/core/answer-call.ts'])).toEqual([]);
  expect(others(/\/rest\/v1\/rpc/, [])).toEqual([]);
});

it('rows are parsed, not declared to have a shape', () => {
  expect(others(/\.overrideTypes\b|\.returns</, [])).toEqual([]);
});

it('error details are read in one place', () => {
  const reads = /JSON\.parse\([^)]*details|parse\(details\)|\.exec\([^)]*details/;
  expect(others(reads, ['domain/error-details.ts'])).toEqual([]);
});

it('query keys are written in src/data/core/query-keys alone', () => {
  expect(others(/queryKey: \[/, [])).toEqual([]);
  expect(sources.length).toBeGreaterThan(300);
});
