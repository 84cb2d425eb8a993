import { Link, useRouter } from '@tanstack/react-router';
import { useSite } from '#data/settings/use-site.ts';
import { HeaderSearch } from '#storefront/search/header-search.tsx';
import { linkLabel, SITE_LINKS } from '#storefront/shared/navigation.ts';
import { CartButton } from './cart-button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavDropdown } from './nav-dropdown.tsx';

/** The site's sticky header: menu, brand, links, search and cart. */
export function Header() {
  const { config } = useRouter().options.context.backend;
  const site = useSite();
  const name = site.studio.short_name;
  const logo = site.brand.logo.url;
  return (
    <header className="sticky top-0 z-40 border-b border-rule bg-paper print:hidden">
      <div className="header-row page flex h-16 items-center gap-1">
        <MobileMenu />
        <Link
          to="/"
          aria-label={`${name}, home`}
          className="mr-auto rounded-sm font-display text-[min(1.625rem,9vw)] leading-10 whitespace-nowrap tracking-tight"
        >
          {logo ? (
            <img
              src={(config.url ?? '') + logo}
              alt=""
              className="h-10 max-w-40 rounded-sm bg-plate object-contain"
            />
          ) : (
            name
          )}
        </Link>
        <nav aria-label="Main" className="mr-2 hidden items-center gap-1 lg:flex">
          <NavDropdown />
          {SITE_LINKS.map((to) => (
            <Link key={to} to={to} className="nav-link">
              {linkLabel(site, to)}
            </Link>
          ))}
        </nav>
        <HeaderSearch />
        <CartButton />
      </div>
    </header>
  );
}
