import { expect, test } from 'vitest';
import { deferScripts } from './deferred-scripts.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/></head>' +
  '<body><img fetchPriority="high"/><script type="module" async="" src="/assets/a.js"></script></body>';

test('the page itself requests no script', () => {
  const html = deferScripts(PAGE);
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]+src=/);
  expect(html).toContain('<link rel="deferred" href="/assets/a.js"');
  expect(html).toMatch(
    /<script>\(function \w*\([\s\S]+\)\("\/assets\/a\.js",2000,"tapped"\)<\/script>/,
  );
});

test('a page without scripts is unchanged', () => {
  expect(deferScripts('<head></head><body>Gone</body>')).toBe('<head></head><body>Gone</body>');
});
