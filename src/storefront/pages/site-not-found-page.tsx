import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { SiteSearchForm } from '#storefront/search/site-search-form.tsx';

/** The page for an unknown address, which it logs to the console (docs/product/storefront.md). */
export function SiteNotFoundPage() {
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
      <SiteSearchForm name="From here" className="mt-8 w-full max-w-md">
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </SiteSearchForm>
      <Link to="/" className={`${buttonClass()} mt-6`}>
        Return to Home
      </Link>
    </div>
  );
}
