import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SITE_MAP } from './footer.tsx';
import { RENTAL_LINKS, RENTAL_MENU, SITE_LINKS, type SiteLink } from './navigation.ts';

/**
 * The header's links on a small screen, behind one button. Closes on navigation. Without JavaScript
 * the button is a link to the same links in the footer.
 */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="lg:hidden">
      <span className="hidden noscript:inline">
        <a
          href={`#${SITE_MAP}`}
          aria-label="Menu"
          className={buttonClass({ variant: 'quiet', iconOnly: true })}
        >
          <Menu aria-hidden size={22} strokeWidth={1.75} />
        </a>
      </span>
      <Button
        variant="quiet"
        iconOnly
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-tooltip="Menu"
        onClick={() => setOpen(true)}
        className="noscript:hidden"
      >
        <Menu aria-hidden size={22} strokeWidth={1.75} />
      </Button>
      <Sheet open={open} onClose={close} title="Menu" side="left">
        <nav aria-label="Main" className="-mx-1">
          <p className="px-1 text-xs text-ink-quiet">{RENTAL_MENU}</p>
          <MenuLinks links={RENTAL_LINKS} onFollow={close} />
          <hr className="my-4 border-rule" />
          <MenuLinks links={SITE_LINKS} onFollow={close} />
        </nav>
      </Sheet>
    </div>
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
