import { Link } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { renderToStaticMarkup } from 'react-dom/server';
import { ThemeSelect } from '#ui/theme-select.tsx';
import { useSite } from '#data/settings/use-site.ts';
import { formatMobile } from '#domain/phone.ts';
import { FOOTER_LINKS, linkLabel, RENTAL_LINKS } from '#storefront/shared/navigation.ts';

/**
 * The choice of light or dark. why rendered on the server only: the page's script runs it, and the browser leaves it
 * as it is, so that visitors' scripts do not have it.
 */
const themeChoice = createIsomorphicFn()
  .server(() => renderToStaticMarkup(<ThemeSelect />))
  .client(() => '');

/** Id of the footer's links, the menu's target without JavaScript. */
export const SITE_MAP = 'site-map';

/** The site's footer: links, address, opening hours, email and phone. */
export function Footer() {
  const site = useSite();
  const city = site.studio.city;
  const hours = site.studio.hours;
  return (
    <footer className="mt-auto border-t border-rule bg-paper-deep print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-6 py-6 lg:gap-y-10 lg:grid-cols-[2fr_1fr_1fr_1.4fr] lg:py-16">
        <div className="col-span-2 lg:col-span-1">
          <p className="font-display text-2xl">{site.studio.short_name}</p>
          <p className="mt-2 mb-3 max-w-xs text-sm text-ink-quiet">{site.studio.tagline}</p>
          <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeChoice() }} />
        </div>
        <LinkList id={SITE_MAP} title={site.navigation.rental_menu} links={RENTAL_LINKS} />
        <LinkList title={site.footer.links_title} links={FOOTER_LINKS} />
        <address className="col-span-2 text-sm not-italic sm:col-span-1">
          <h2 className="font-semibold">{city}</h2>
          <p className="mt-3 text-ink-quiet">
            {site.studio.address_lines.split('\n').map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            {city} {site.studio.postal_code}, {site.studio.country}
          </p>
          {hours && <p className="mt-3 whitespace-pre-line text-ink-quiet">{hours}</p>}
          <p className="mt-3 flex flex-col items-start">
            <a className="footer-link" href={`mailto:${site.studio.email}`}>
              {site.studio.email}
            </a>
            <a className="footer-link" href={`tel:${site.studio.phone}`}>
              {formatMobile(site.studio.phone)}
            </a>
          </p>
        </address>
      </div>
    </footer>
  );
}

function LinkList({ id, title, links }: { id?: string; title: string; links: readonly string[] }) {
  const site = useSite();
  return (
    <nav id={id} aria-label={title} className="scroll-mt-20 text-sm">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2">
        {links.map((to) => (
          <li key={to}>
            <Link to={to} className="footer-link">
              {linkLabel(site, to)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
