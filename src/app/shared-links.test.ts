import { LRUCache } from 'lru-cache';
import { expect, test, vi } from 'vitest';
import { shareLinks } from './shared-links.ts';

function pageAt(search: object, known: LRUCache<string, { href: string }>) {
  const buildLocation = vi.fn<(options: object) => { href: string }>((options) => ({
    href: JSON.stringify(options),
  }));
  const router = { latestLocation: { search }, buildLocation };
  shareLinks(router, known);
  return { build: (options: object) => router.buildLocation(options), built: buildLocation };
}

test('a link to a path and a search is built once for all pages', () => {
  const known = new LRUCache<string, { href: string }>({ max: 10 });
  const first = pageAt({ q: 'lamp' }, known);
  const links = [{ to: '/a' }, { to: '/a', search: { sort: 'x' } }, { to: '/b', className: 'b' }];
  const addresses = links.map(first.build);
  const second = pageAt({}, known);
  expect(links.map(second.build)).toEqual(addresses);
  expect(first.built).toHaveBeenCalledTimes(3);
  expect(second.built).not.toHaveBeenCalled();
});

test('a link that depends on its page is built anew', () => {
  const known = new LRUCache<string, { href: string }>({ max: 10 });
  const page = pageAt({}, known);
  const links = [
    { to: '.' },
    { to: '/a', search: true },
    { to: '/a', search: () => ({}) },
    { to: '/a/$id', params: { id: '1' } },
    { to: '/a', hash: 'b' },
    { to: '/a', from: '/b' },
    { href: '/a' },
  ];
  for (const link of [...links, ...links]) page.build(link);
  expect(page.built).toHaveBeenCalledTimes(2 * links.length);
});

test('a page with rental dates, which links keep, shares none', () => {
  const known = new LRUCache<string, { href: string }>({ max: 10 });
  pageAt({}, known).build({ to: '/a' });
  const dated = pageAt({ from: '2027-01-01', to: '2027-01-02' }, known);
  dated.build({ to: '/a' });
  dated.build({ to: '/b' });
  expect(dated.built).toHaveBeenCalledTimes(2);
  expect(known.size).toBe(1);
});
