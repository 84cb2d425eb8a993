import { Link } from '@tanstack/react-router';
import { studio } from '#config';
import { HeaderSearch } from '#storefront/search/header-search.tsx';
import { CartButton } from './cart-button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavDropdown } from './nav-dropdown.tsx';
import { SITE_LINKS } from '#storefront/shared/navigation.ts';

/** The site's sticky header: menu, brand, links, search and cart. */
export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-rule bg-paper/95 backdrop-blur-sm print:hidden">
      <div className="header-row page flex h-16 items-center gap-1">
        <MobileMenu />
        <Link
          to="/"
          aria-label={`${studio.studio.short_name}, home`}
          className="mr-auto rounded-sm font-display text-[min(1.625rem,9vw)] leading-none whitespace-nowrap tracking-tight"
        >
          {studio.studio.short_name}
        </Link>
        <nav aria-label="Main" className="mr-2 hidden items-center gap-1 lg:flex">
          <NavDropdown />
          {SITE_LINKS.map((link) => (
            <Link key={link.to} to={link.to} className="nav-link">
              {link.label}
            </Link>
          ))}
        </nav>
        <HeaderSearch />
        <CartButton />
      </div>
    </header>
  );
}
