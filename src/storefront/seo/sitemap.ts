import type { PublicApi } from '#data/catalogue/public-api.ts';
import {
  readSitemapPart,
  readSitemapParts,
  type SitemapItem,
  type SitemapPart,
} from '#data/catalogue/sitemap.ts';
import { freeItems } from '#domain/catalogue/free-items.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { FOOTER_LINKS } from '#storefront/shared/navigation.ts';

/** Path prefixes that robots.txt disallows. */
const DISALLOWED = ['/ops', '/my-order', '/thank-you-for-enquiry', '/search'];

/** Public pages other than catalogues and items. */
const PAGES = ['/', ...FOOTER_LINKS.filter((path) => !DISALLOWED.includes(path))];

/** The `/sitemap.xml?part=…` that lists pages and catalogues. */
const PAGES_PART = 'pages';
const CACHE_MS = 10 * 60_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface Entry {
  /** Absolute path, percent-encoded. */
  path: string;
  /** ISO date and time. */
  changed?: string | undefined;
}

const cache = new Map<string, { expires: number; value: Promise<unknown> }>();

/** Reads at most once per {@link CACHE_MS}; concurrent calls share one read, failures are not cached. */
function cached<T>(key: string, read: () => Promise<T>): Promise<T> {
  const entry = cache.get(key);
  if (entry && entry.expires > Date.now()) return entry.value as Promise<T>;
  const value = read();
  cache.set(key, { expires: Date.now() + CACHE_MS, value });
  value.catch(() => cache.delete(key));
  return value;
}

/**
 * `/sitemap.xml`: without `part` the index of all parts; with one its addresses. Parts are 'pages' and
 * '{kind}-{number}' with at most 10,000 items each. Null for an unknown part.
 * @param origin the site's address, without a trailing slash
 * @throws {Failure}
 */
export async function sitemap(
  api: PublicApi,
  origin: string,
  part: string | null,
): Promise<string | null> {
  const parts = named(await cached('parts', () => readSitemapParts(api)));
  if (part === null) {
    const entries = [PAGES_PART, ...parts.keys()].map((name) => ({
      path: `/sitemap.xml?part=${name}`,
      changed: parts.get(name)?.updated_at,
    }));
    return document('sitemapindex', 'sitemap', origin, entries);
  }
  if (part === PAGES_PART) return document('urlset', 'url', origin, pages([...parts.values()]));
  const requested = parts.get(part);
  if (!requested) return null;
  const items = await cached(part, () => readSitemapPart(api, requested));
  return document('urlset', 'url', origin, itemEntries(requested, items));
}

/** `/robots.txt`: the disallowed paths and the sitemap's address. */
export function robots(origin: string): string {
  return [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** The parts by name: 'prop-1', 'prop-2', … */
function named(parts: readonly SitemapPart[]): Map<string, SitemapPart> {
  const names = new Map<string, SitemapPart>();
  let number = 0;
  let kind = '';
  for (const part of parts) {
    number = part.kind === kind ? number + 1 : 1;
    kind = part.kind;
    names.set(`${kind}-${number}`, part);
  }
  return names;
}

function pages(parts: readonly SitemapPart[]): Entry[] {
  const lists = Object.values(CATALOGUES).map(({ kind, listPath }) => ({
    path: listPath,
    changed: parts
      .filter((part) => part.kind === kind)
      .map((part) => part.updated_at)
      .toSorted()
      .at(-1),
  }));
  return [...PAGES.map((path) => ({ path })), ...lists, { path: freeItems.listPath }];
}

function itemEntries({ kind }: SitemapPart, items: readonly SitemapItem[]): Entry[] {
  return items.flatMap((item) => {
    const path = itemPath(kind, item);
    return path ? [{ path, changed: item.updated_at }] : [];
  });
}

function document(root: string, tag: string, origin: string, entries: readonly Entry[]): string {
  const lines = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `<${tag}><loc>${escaped(origin + path)}</loc>${lastmod}</${tag}>`;
  });
  return `${HEAD}\n<${root} ${NAMESPACE}>\n${lines.join('\n')}\n</${root}>\n`;
}

/** why only these two: a percent-encoded address contains no other character that XML reserves. */
const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
