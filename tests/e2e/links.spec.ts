import { linksOf } from './support/html.ts';
import { expect, test } from './support/test.ts';

/** Number of links of one group that are followed: items of one kind, or filtered views of one list. */
const SAMPLE = 4;
const CONCURRENCY = 6;

/** The group of an address: '/props/x' and '/props/y' share one, as do all filtered views of a list. */
const groupOf = ({ pathname, search }: URL) =>
  search ? `${pathname}?` : pathname.replace(/^(\/[^/]+\/).+/, '$1…');

test('the site has no broken links @desktop @long', async ({ request, baseURL }) => {
  const origin = baseURL ?? '';
  const known = new Set<string>(['/']);
  const followed = new Map<string, number>();
  const dead: { path: string; from: string }[] = [];
  const ids = new Map<string, Set<string>>();
  const anchors: { from: string; path: string; id: string }[] = [];

  async function visit({ path, from }: { path: string; from: string }) {
    const answer = await request.get(path);
    if (answer.status() !== 200) dead.push({ path, from });
    const html = await answer.text();
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    const next: { path: string; from: string }[] = [];
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
      next.push({ path: target, from: path });
    }
    return next;
  }

  const queue = [{ path: '/', from: '' }];
  while (queue.length > 0) {
    const batch = queue.splice(0, CONCURRENCY);
    const found = await Promise.all(batch.map(visit));
    queue.push(...found.flat());
  }
  // why read again: an item of another test may have gone since its link was read.
  const stillDead = async ({ path, from }: (typeof dead)[number]) => {
    const [source, answer] = [await request.get(from), await request.get(path)];
    const links = linksOf(await source.text()).map((href) => new URL(href, origin + from));
    const isLinked = links.some(({ pathname, search }) => pathname + search === path);
    return answer.status() !== 200 && isLinked;
  };
  await expect
    .poll(async () => {
      const found = await Promise.all(dead.map(stillDead));
      return dead.filter((_, at) => found[at]);
    })
    .toEqual([]);
  const missing = anchors.filter(({ path, id }) => ids.has(path) && !ids.get(path)?.has(id));
  expect(missing).toEqual([]);
  expect(known.size).toBeGreaterThan(40);
});
