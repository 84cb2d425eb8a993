import { expect, test } from 'vitest';
import { deferEntry, deferPreloads } from './deferred-scripts.ts';

const HEAD = '<head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/>';
const BODY =
  '</head><body><img fetchPriority="high"/><script type="module" async="" src="/assets/a.js"></script><p>End</p></body>';

test('the page itself requests no script', () => {
  expect(deferPreloads(HEAD)).toBe(
    '<head><link rel="deferred" href="/assets/a.js" fetchPriority="low"/>',
  );
  const body = deferEntry(BODY).join('');
  expect(body).not.toMatch(/<script[^>]+src=/);
  expect(body).toMatch(
    /"high"\/><script>\(function \w*\([\s\S]+\)\("\/assets\/a\.js",2000,"tapped"\)<\/script><p>End<\/p><\/body>$/,
  );
});

test('a page without scripts is unchanged', () => {
  expect(deferPreloads('<head>')).toBe('<head>');
  expect(deferEntry('</head><body>Gone</body>')).toEqual(['</head><body>Gone</body>']);
});
