import type { PublicApi } from '#data/backend.ts';
import {
  readSitemapPart,
  readSitemapParts,
  type SitemapItem,
  type SitemapPart,
} from '#data/sitemap.ts';
import { freeItems } from '#domain/catalogue/free-items.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { FOOTER_LINKS } from '#storefront/shared/navigation.ts';

/** What search engines have no business with; `/ops` and `/search` with all below them. */
const CLOSED = ['/ops', '/my-order', '/thank-you-for-enquiry', '/search'];

/** Public pages that are no list of items. */
const PAGES = ['/', ...FOOTER_LINKS.map(({ to }) => to).filter((path) => !CLOSED.includes(path))];

/** Part of `/sitemap.xml?part=…` that lists pages and catalogues. */
const PAGES_PART = 'pages';
const KEPT_MS = 10 * 60_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface Entry {
  /** From the root on, encoded. */
  path: string;
  /** ISO */
  changed?: string | undefined;
}

const kept = new Map<string, { until: number; value: Promise<unknown> }>();

/** Reads once in {@link KEPT_MS} for all that ask; a failure is not kept. */
function keep<T>(key: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.value as Promise<T>;
  const value = read();
  kept.set(key, { until: Date.now() + KEPT_MS, value });
  value.catch(() => kept.delete(key));
  return value;
}

/**
 * `/sitemap.xml`: without a part the index of all parts, with one the addresses in it: 'pages', or
 * '{kind}-{number}' for at most 10,000 items. Null for a part that is not there.
 * @param origin the site's address, without a trailing slash
 * @throws {Failure}
 */
export async function sitemap(
  api: PublicApi,
  origin: string,
  part: string | null,
): Promise<string | null> {
  const parts = named(await keep('parts', () => readSitemapParts(api)));
  if (part === null) {
    const entries = [PAGES_PART, ...parts.keys()].map((name) => ({
      path: `/sitemap.xml?part=${name}`,
      changed: parts.get(name)?.updated_at,
    }));
    return document('sitemapindex', 'sitemap', origin, entries);
  }
  if (part === PAGES_PART) return document('urlset', 'url', origin, pages([...parts.values()]));
  const wanted = parts.get(part);
  if (!wanted) return null;
  const items = await keep(part, () => readSitemapPart(api, wanted));
  return document('urlset', 'url', origin, itemEntries(wanted, items));
}

/** `/robots.txt`: what is not for search engines, and where the sitemap is. */
export function robots(origin: string): string {
  return [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** 'prop-1', 'prop-2', … */
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

/** Of what XML gives a meaning, an encoded address holds these two only. */
const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
