import { linksOf } from './support/html.ts';
import { expect, test } from './support/test.ts';

/** How many links of one group are followed: items of one kind, or filtered views of one list. */
const SAMPLE = 4;
const CONCURRENCY = 6;

/** The group of an address: '/props/x' and '/props/y' share one, as do all filtered views of a list. */
const groupOf = ({ pathname, search }: URL) =>
  search ? `${pathname}?` : pathname.replace(/^(\/[^/]+\/).+/, '$1…');

test('the site has no broken links @desktop', async ({ request, baseURL }) => {
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
      const group = groupOf(url);
      const count = followed.get(group) ?? 0;
      if (count >= SAMPLE) continue;
      followed.set(group, count + 1);
      known.add(target);
      next.push(target);
    }
    return next;
  }

  const queue = ['/'];
  while (queue.length > 0) {
    const batch = queue.splice(0, CONCURRENCY);
    const found = await Promise.all(batch.map(visit));
    queue.push(...found.flat());
  }
  expect(dead).toEqual([]);
  const missing = anchors.filter(({ path, id }) => ids.has(path) && !ids.get(path)?.has(id));
  expect(missing).toEqual([]);
  expect(known.size).toBeGreaterThan(40);
});
