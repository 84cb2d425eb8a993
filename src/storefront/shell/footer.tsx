import { Link } from '@tanstack/react-router';
import { studio } from '#config';
import { RENTAL_LINKS, RENTAL_MENU, SITE_LINKS, type SiteLink } from './navigation.ts';

/** An Indian number as people write it: '+91 80412 30000'. */
function phoneWords(e164: string): string {
  return e164.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3');
}

/** Where the studio is and how to reach it, and the site's links once more. */
export function Footer() {
  const { address } = studio;
  return (
    <footer className="mt-auto border-t border-rule bg-paper-deep print:hidden">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr] lg:py-16">
        <div>
          <p className="font-display text-2xl">{studio.shortName}</p>
          <p className="mt-2 max-w-xs text-sm text-ink-quiet">{studio.tagline}</p>
        </div>
        <LinkList title={RENTAL_MENU} links={RENTAL_LINKS} />
        <LinkList title="Your rental" links={SITE_LINKS} />
        <address className="text-sm not-italic">
          <h2 className="font-semibold">{address.city}</h2>
          <p className="mt-3 text-ink-quiet">
            {address.lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            {address.city} {address.postalCode}, {address.country}
          </p>
          <p className="mt-3 flex flex-col">
            <a className="footer-link" href={`mailto:${studio.email}`}>
              {studio.email}
            </a>
            <a className="footer-link" href={`tel:${studio.phone}`}>
              {phoneWords(studio.phone)}
            </a>
          </p>
        </address>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: readonly SiteLink[] }) {
  return (
    <nav aria-label={title} className="text-sm">
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
