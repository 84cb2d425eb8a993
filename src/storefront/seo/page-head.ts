import type { ComponentProps } from 'react';
import { pictureSources } from '#data/catalogue/images.ts';
import type { HeadContext } from './head-context.ts';
import type { StructuredData } from './structured-data.ts';

/** A page's description for search engines and link previews. */
export interface PageFacts {
  /** The title, which the studio's name is added to; absent: only the name. */
  title?: string;
  /** The whole title, in place of `title`. */
  wholeTitle?: string;
  description?: string | undefined;
  /** The canonical path, without a query; absent: the page is not indexed. */
  path?: string;
  /** False keeps this view out of search indexes; its links are still followed. */
  indexed?: boolean;
  /** A stored picture URL; absent: the site's own picture. */
  picture?: string | undefined;
  pictureText?: string;
  /** JSON-LD, one element each. */
  data?: readonly StructuredData[];
}

/** A page's title: 'Rent Props | studio name', or only the studio's name. */
export function pageTitle(context: HeadContext, title?: string): string {
  const name = context.site.studio.name;
  return title ? `${title} | ${name}` : name;
}

/** A `<meta>`, or an entry that the router renders as a title or JSON-LD element. */
type Tag = ComponentProps<'meta'> & { 'script:ld+json'?: StructuredData };

/** The default preview picture, 1200 × 630, in `public/`. */
const SITE_PICTURE = '/share.jpg';
const SITE_PICTURE_TEXT = 'A living-room set: teal sofa, arc lamp, chair and plant.';
const PICTURE_WIDTH = 1200;
const LONGEST_DESCRIPTION = 300;

/**
 * The head of any page: title, description, canonical address, robots, Open Graph, Twitter card and
 * structured data, in the shape that a route's `head` returns.
 */
export function pageHead(context: HeadContext, page: PageFacts) {
  const { backend, origin } = context;
  const name = context.site.studio.name;
  const title = page.wholeTitle ?? pageTitle(context, page.title);
  const { path, indexed = true, data = [] } = page;
  const description = shortened(page.description ?? '');
  const address = path === undefined ? null : origin + path;
  const stored = page.picture && {
    ...pictureSources(page.picture, {
      origin: backend.config.url ?? origin,
      widths: [PICTURE_WIDTH],
    }),
    text: page.pictureText ?? title,
  };
  const picture = stored || { src: origin + SITE_PICTURE, text: SITE_PICTURE_TEXT };
  const meta: Tag[] = [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(address && indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    ...(address ? [{ property: 'og:url', content: address }] : []),
    { property: 'og:image', content: picture.src },
    { property: 'og:image:alt', content: picture.text },
    // Its title, text and picture are those of `og:`.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((one) => ({ 'script:ld+json': one })),
  ];
  return { meta, links: address ? [{ rel: 'canonical', href: address }] : [] };
}

/** One line of at most {@link LONGEST_DESCRIPTION} characters, cut between words. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_DESCRIPTION) return line;
  const cut = line.slice(0, LONGEST_DESCRIPTION - 1);
  return `${cut.replace(/\s+\S{0,40}$/, '').toWellFormed()}…`;
}
