import { Link } from '@tanstack/react-router';
import { Sheet } from '#ui/sheet.tsx';
import {
  RENTAL_LINKS,
  RENTAL_MENU,
  SITE_LINKS,
  type SiteLink,
} from '#storefront/shared/navigation.ts';

/** The site's links in a sheet, for small screens. Closes on navigation. */
export function MenuSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="Menu" side="left">
      <nav aria-label="Main" className="-mx-1">
        <p className="px-1 text-xs text-ink-quiet">{RENTAL_MENU}</p>
        <MenuLinks links={RENTAL_LINKS} onFollow={onClose} />
        <hr className="my-4 border-rule" />
        <MenuLinks links={SITE_LINKS} onFollow={onClose} />
      </nav>
    </Sheet>
  );
}

function MenuLinks({ links, onFollow }: { links: readonly SiteLink[]; onFollow: () => void }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            onClick={onFollow}
            className="flex min-h-12 items-center px-1 font-display text-xl aria-[current=page]:text-teal"
          >
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
