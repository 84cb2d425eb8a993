import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

const ASSETS = join(import.meta.dirname, '../../dist/client/assets');

/** Each script of the browser, with the scripts whose text holds its name. */
function holders(): Map<string, string[]> {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const name of names) {
    const text = readFileSync(join(ASSETS, name), 'utf8');
    for (const [, other] of text.matchAll(/\.\/([\w.-]+\.js)\b/g)) found.get(other!)?.push(name);
  }
  return found;
}

/** The scripts that get another name when this one changes, itself included. */
function renamed(script: string, holdersOf: Map<string, string[]>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    holdersOf.get(name)?.forEach(visit);
  };
  visit(script);
  return found;
}

test('a changed script renames few others, so that visitors keep what they have @desktop', () => {
  const holdersOf = holders();
  const names = [...holdersOf.keys()];
  const one = (start: string) => names.find((name) => name.startsWith(`${start}-`)) ?? start;
  const counts = names.map((name) => renamed(name, holdersOf).size).toSorted((a, b) => a - b);
  expect(counts.length).toBeGreaterThan(200);
  expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(12);
  // Itself and the scripts with the names of pages (scripts/script-names.ts), which nothing imports.
  expect([...renamed(one('item-dates'), holdersOf)]).toEqual([one('item-dates'), one('index')]);
  expect(renamed(one('documents._id'), holdersOf)).toEqual(
    new Set([one('documents._id'), one('ops-start'), one('index')]),
  );
  for (const holder of ['index', 'ops-start']) {
    const by = holdersOf.get(one(holder))!;
    expect(by, holder).toEqual(holder === 'index' ? [] : [one('index')]);
  }
});
