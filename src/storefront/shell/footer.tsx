import { Link } from '@tanstack/react-router';
import { studio } from '#config';
import { formatMobile } from '#domain/phone.ts';
import {
  FOOTER_LINKS,
  RENTAL_LINKS,
  RENTAL_MENU,
  type SiteLink,
} from '#storefront/shared/navigation.ts';

/** Id of the footer's links, the menu's target without JavaScript. */
export const SITE_MAP = 'site-map';

/** The site's footer: links, address, email and phone. */
export function Footer() {
  const { address_lines, city, postal_code, country } = studio.studio;
  return (
    <footer className="mt-auto border-t border-rule bg-paper-deep print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[2fr_1fr_1fr_1.4fr] lg:py-16">
        <div className="col-span-2 lg:col-span-1">
          <p className="font-display text-2xl">{studio.studio.short_name}</p>
          <p className="mt-2 max-w-xs text-sm text-ink-quiet">{studio.studio.tagline}</p>
        </div>
        <LinkList id={SITE_MAP} title={RENTAL_MENU} links={RENTAL_LINKS} />
        <LinkList title="the studio" links={FOOTER_LINKS} />
        <address className="col-span-2 text-sm not-italic sm:col-span-1">
          <h2 className="font-semibold">{city}</h2>
          <p className="mt-3 text-ink-quiet">
            {address_lines.split('\n').map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            {city} {postal_code}, {country}
          </p>
          <p className="mt-3 flex flex-col items-start">
            <a className="footer-link" href={`mailto:${studio.studio.email}`}>
              {studio.studio.email}
            </a>
            <a className="footer-link" href={`tel:${studio.studio.phone}`}>
              {formatMobile(studio.studio.phone)}
            </a>
          </p>
        </address>
      </div>
    </footer>
  );
}

function LinkList({
  id,
  title,
  links,
}: {
  id?: string;
  title: string;
  links: readonly SiteLink[];
}) {
  return (
    <nav id={id} aria-label={title} className="scroll-mt-20 text-sm">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className="footer-link">
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
