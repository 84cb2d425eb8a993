import { linksOf } from './support/html.ts';
import { expect, test } from './support/test.ts';

/** Pages followed of one sort: items of one kind, views of one list. */
const SAMPLE = 4;
const AT_ONCE = 6;

/** '/props/x' and '/props/y' are of one sort, and so are all narrowed views of a list. */
const sortOf = ({ pathname, search }: URL) =>
  search ? `${pathname}?` : pathname.replace(/^(\/[^/]+\/).+/, '$1…');

test('no link of the site leads nowhere @desktop', async ({ request, baseURL }) => {
  test.slow();
  const origin = baseURL ?? '';
  const known = new Set<string>(['/']);
  const followed = new Map<string, number>();
  const dead: string[] = [];
  const ids = new Map<string, Set<string>>();
  const anchors: { from: string; path: string; id: string }[] = [];

  async function visit(path: string): Promise<string[]> {
    const answer = await request.get(path);
    if (answer.status() !== 200) dead.push(`${answer.status()} ${path}`);
    const html = await answer.text();
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    const next: string[] = [];
    for (const href of linksOf(html)) {
      const url = new URL(href, origin + path);
      if (url.origin !== origin || url.pathname.startsWith('/ops')) continue;
      const target = url.pathname + url.search;
      if (url.hash) anchors.push({ from: path, path: target, id: url.hash.slice(1) });
      if (known.has(target)) continue;
      const sort = sortOf(url);
      const count = followed.get(sort) ?? 0;
      if (count >= SAMPLE) continue;
      followed.set(sort, count + 1);
      known.add(target);
      next.push(target);
    }
    return next;
  }

  const waiting = ['/'];
  while (waiting.length > 0) {
    const now = waiting.splice(0, AT_ONCE);
    const found = await Promise.all(now.map(visit));
    waiting.push(...found.flat());
  }
  expect(dead).toEqual([]);
  const missing = anchors.filter(({ path, id }) => ids.has(path) && !ids.get(path)?.has(id));
  expect(missing).toEqual([]);
  expect(known.size).toBeGreaterThan(40);
});
