import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';

/** The page for an address that leads nowhere; the address is logged (spec, public side §2). */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: nothing is at ${pathname}`);
  }, [pathname]);
  return (
    <div className="page grid min-h-[70dvh] content-center justify-items-center py-16 text-center">
      <p
        aria-hidden
        className="font-display text-[clamp(6rem,22vw,14rem)] leading-[0.8] text-rule before:content-['404']"
      />
      <h1 className="mt-8 font-display text-3xl">Oops! Page not found</h1>
      <p className="mt-3 max-w-md text-ink-quiet">
        The address may be old or mistyped. Look for what you need, or start again from the front.
      </p>
      <form action="/rent-props" role="search" className="mt-8 flex w-full max-w-md gap-2">
        <label className="relative grow">
          <span className="sr-only">Search props</span>
          <Search
            aria-hidden
            size={18}
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-quiet"
          />
          <input
            type="search"
            name="q"
            maxLength={80}
            className="search-input"
            placeholder="Search props"
          />
        </label>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <Link to="/" className={`${buttonClass()} mt-6`}>
        Return to Home
      </Link>
    </div>
  );
}
