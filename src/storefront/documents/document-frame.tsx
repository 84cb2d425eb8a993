import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pictureSources } from '#data/catalogue/images.ts';
import { formatMobile } from '#domain/phone.ts';
import type { Site } from '#domain/settings/site.ts';
import { LINK_HEADERS } from '#storefront/links/link-headers.ts';
import { THEME_COLOURS } from '#ui/theme.ts';
import style from './document.css?inline';

/** Link of a font file that the page loads first. */
interface FontLink {
  rel: 'preload';
  href: string;
  as: 'font';
  type: string;
  crossOrigin: 'anonymous';
}

/** Shared by all pages of documents: the studio, and addresses of files. */
export interface DocumentSite {
  site: Site;
  /** Origin of the backend as the browser sees it, '' when it is the page's. */
  backendOrigin: string;
  fonts: readonly FontLink[];
}

interface DocumentFrameProps extends DocumentSite {
  title: string;
  /** The studio's logo; absent: that of the site. */
  logo?: string | null | undefined;
  children: ReactNode;
}

/**
 * A page of a document: the studio's name or logo, its phone number, and the content. It has no script, and no link to
 * the rest of the site but the studio's name: its address must not get into the history of another page.
 */
function DocumentFrame({ title, site, logo, backendOrigin, fonts, children }: DocumentFrameProps) {
  const { short_name: name, phone } = site.studio;
  const { accent, logo: siteLogo } = site.brand;
  const picture = logo ?? siteLogo.url;
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" media="(prefers-color-scheme:dark)" content={THEME_COLOURS.dark} />
        <meta name="theme-color" content={THEME_COLOURS.light} />
        <meta name="format-detection" content="telephone=no" />
        <title>{`${title} · ${name}`}</title>
        {fonts.map((font) => (
          <link key={font.href} {...font} />
        ))}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {accent && <link rel="stylesheet" href={`/brand.css?accent=${accent.slice(1)}`} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body className="flex flex-col">
        <header className="border-b border-rule print:border-ink">
          <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-6 px-(--edge) print:px-0">
            <a
              href="/"
              className="inline-flex min-h-11 items-center font-display text-[1.625rem] leading-none tracking-tight"
            >
              {picture ? (
                <img
                  src={pictureSources(picture, { origin: backendOrigin, widths: [320] }).src}
                  alt={name}
                  className="h-10 max-w-44 rounded-sm bg-plate object-contain"
                />
              ) : (
                name
              )}
            </a>
            <PhoneLink phone={phone} />
          </div>
        </header>
        <main id="content" className="mx-auto w-full max-w-6xl grow px-(--edge) print:px-0">
          {children}
        </main>
      </body>
    </html>
  );
}

/** A link that calls the studio. */
export function PhoneLink({ phone, text }: { phone: string; text?: string }) {
  return (
    <a
      href={`tel:${phone}`}
      className="inline-flex min-h-11 items-center text-sm text-teal tabular-nums hover:text-teal-deep hover:underline"
    >
      {text && `${text} `}
      {formatMobile(phone)}
    </a>
  );
}

/** Status and headers of a page besides the usual ones. */
export interface PageAnswer {
  status?: number;
  headers?: Record<string, string>;
}

/** Renders a page of a document, which nothing may store. */
export function renderDocument(
  props: DocumentFrameProps,
  { status = 200, headers }: PageAnswer = {},
): Response {
  return new Response(`<!doctype html>${renderToStaticMarkup(<DocumentFrame {...props} />)}`, {
    status,
    headers: { ...LINK_HEADERS, ...headers, 'content-type': 'text/html; charset=utf-8' },
  });
}
