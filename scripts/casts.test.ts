import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['backend', 'bench', 'scripts', 'server', 'src', 'tests'];
const CAST = /\bas (unknown as|never)\b/;
/** The reason for a cast stands in its line or above it. */
const REASON = /\/\/ why\b/;

const sources = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(room, file)),
).filter((file) => file !== join('scripts', 'casts.test.ts'));

const casts = sources.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, at, lines) =>
      CAST.test(line) && !/^\s*(\*|\/\/)/.test(line)
        ? [{ place: `${file}:${at + 1}`, reason: REASON.test(`${lines[at - 1]}\n${line}`) }]
        : [],
    ),
);

it('every cast that switches the compiler off gives its reason', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(casts.filter(({ reason }) => !reason).map(({ place }) => place)).toEqual([]);
});

it('there are at most 8 such casts', () => {
  expect(casts.map(({ place }) => place).slice(8)).toEqual([]);
});
