import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULE_SIZES, type ModuleSizes } from './module-sizes.ts';

/** The oldest Safari that each side supports (README.md#supported-browsers); of all browsers it lacks most. */
const SAFARI = { storefront: 16.4, 'back office': 17.4 };

/**
 * Features that some supported browser lacks, with the Safari that brought it (caniuse.com, MDN's browser-compat-data). A use
 * behind a question (`?.(`, `'x' in y`) is one with a fallback and does not match, or is named in `ASKED`.
 */
const FEATURES: readonly (readonly [string, RegExp, number])[] = [
  ['Element.checkVisibility', /\.checkVisibility\(/, 17.4],
  ['URL.parse', /\bURL\.parse\(/, 18],
  ['URL.canParse', /\bURL\.canParse\(/, 17],
  ['Promise.withResolvers', /\.withResolvers\(/, 17.4],
  ['Promise.try', /\bPromise\.try\(/, 18.2],
  ['Object.groupBy, Map.groupBy', /\b(?:Object|Map)\.groupBy\(/, 17.4],
  ['Array.fromAsync', /\.fromAsync\(/, 16.4],
  ['AbortSignal.any', /\bAbortSignal\.any\(/, 17.4],
  ['methods of sets', /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, 17],
  [
    'iterator helpers',
    /\bIterator\.from\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|toArray)\(/,
    18.4,
  ],
  ['popovers', /\.(?:show|hide|toggle)Popover\(/, 17],
  ['requestIdleCallback', /(?<![.\w])requestIdleCallback\(|window\.requestIdleCallback\(/, 99],
  ['regular expressions with modifiers', /\/\(\?[ims]+:/, 99],
  ['light-dark()', /light-dark\(/, 17.5],
  ['@scope', /@scope\b/, 17.4],
];

/** Uses that ask first whether the browser has it: feature and chunk, with where it asks. */
const ASKED: readonly (readonly [string, RegExp])[] = [
  // followTooltips and bringToTop ask for `popover` in the element.
  ['popovers', /^assets\/(?:frame|tooltip)-/],
  // whenIdle waits for a time where there is none.
  ['requestIdleCallback', /^assets\/frame-/],
];

const sizes = JSON.parse(readFileSync(MODULE_SIZES, 'utf8')) as ModuleSizes;
const CLIENT = join(dirname(MODULE_SIZES), 'client');

/** A chunk of the back office alone: it has a file of it, and none of the storefront. */
const isOffice = (chunk: string) => {
  const modules = Object.keys(sizes[chunk] ?? {});
  return modules.some((name) => name.startsWith('src/ops/'));
};

describe('the built scripts', () => {
  it('are there', () => {
    expect(Object.keys(sizes).length).toBeGreaterThan(20);
  });

  it.each(FEATURES)('use %s only where every supported browser has it', (feature, use, since) => {
    const found = Object.keys(sizes).filter((chunk) => {
      const oldest = SAFARI[isOffice(chunk) ? 'back office' : 'storefront'];
      if (since <= oldest || ASKED.some(([name, at]) => name === feature && at.test(chunk)))
        return false;
      return use.test(readFileSync(join(CLIENT, chunk), 'utf8'));
    });
    expect(found).toEqual([]);
  });
});
