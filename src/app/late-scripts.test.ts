import { expect, test } from 'vitest';
import { holdScripts } from './late-scripts.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/></head>' +
  '<body><img fetchPriority="high"/><script type="module" async="" src="/assets/a.js"></script></body>';

test('nothing in the page asks for a script by itself', () => {
  const html = holdScripts(PAGE);
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]+src=/);
  expect(html).toContain('<link rel="late" href="/assets/a.js"');
  expect(html).toMatch(
    /<script>\(function \w*\([\s\S]+\)\("\/assets\/a\.js",2000,"tapped"\)<\/script>/,
  );
});

test('a page without scripts stays as it is', () => {
  expect(holdScripts('<head></head><body>Gone</body>')).toBe('<head></head><body>Gone</body>');
});
