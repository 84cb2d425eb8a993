import { Link } from '@tanstack/react-router';
import { useSite } from '#data/settings/use-site.ts';
import { Sheet } from '#ui/sheet.tsx';
import { linkLabel, RENTAL_LINKS, SITE_LINKS } from '#storefront/shared/navigation.ts';

/** The site's links in a sheet, for small screens. Closes on navigation. */
export function MenuSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="Menu" side="left">
      <nav aria-label="Main" className="-mx-1">
        <p className="px-1 text-xs text-ink-quiet">{useSite().navigation.rental_menu}</p>
        <MenuLinks links={RENTAL_LINKS} onFollow={onClose} />
        <hr className="my-4 border-rule" />
        <MenuLinks links={SITE_LINKS} onFollow={onClose} />
      </nav>
    </Sheet>
  );
}

function MenuLinks({ links, onFollow }: { links: readonly string[]; onFollow: () => void }) {
  const site = useSite();
  return (
    <ul>
      {links.map((to) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            className="flex min-h-12 items-center px-1 font-display text-xl aria-[current=page]:text-teal"
          >
            {linkLabel(site, to)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
