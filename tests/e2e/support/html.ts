/** The head of a page's HTML, as a search engine reads it. */
export interface Head {
  title: string;
  canonical: string | null;
  /** By name or property. */
  meta: Record<string, string>;
  /** Every JSON-LD object by its type. */
  data: Record<string, Record<string, unknown>>;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Decodes HTML entities such as `&amp;`. */
export const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');

const attribute = (tag: string, name: string) =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** Parses the head of a page. */
export function headOf(html: string): Head {
  const meta: Head['meta'] = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = attribute(tag, 'name') || attribute(tag, 'property');
    if (name) meta[name] = attribute(tag, 'content');
  }
  const data: Head['data'] = {};
  for (const [, json = ''] of html.matchAll(
    /<script type="application\/ld\+json">([^<]*)<\/script>/g,
  )) {
    const object = JSON.parse(json) as Record<string, unknown>;
    data[String(object['@type'])] = object;
  }
  const canonical = /<link rel="canonical"[^>]*>/.exec(html)?.[0];
  return {
    title: plain(/<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: canonical ? attribute(canonical, 'href') : null,
    meta,
    data,
  };
}

/** The `href`s of a page's links. */
export const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*?\bhref="([^"]*)"/g)].map(([, href = '']) => plain(href));
