import { expect, test } from 'vitest';
import { deferScripts } from './deferred-scripts.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/></head>' +
  '<body><img fetchPriority="high"/><script type="module" async="" src="/assets/a.js"></script></body>';

test('nothing in the page asks for a script by itself', () => {
  const html = deferScripts(PAGE);
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]+src=/);
  expect(html).toContain('<link rel="deferred" href="/assets/a.js"');
  expect(html).toMatch(
    /<script>\(function \w*\([\s\S]+\)\("\/assets\/a\.js",2000,"tapped"\)<\/script>/,
  );
});

test('a page without scripts stays as it is', () => {
  expect(deferScripts('<head></head><body>Gone</body>')).toBe('<head></head><body>Gone</body>');
});
