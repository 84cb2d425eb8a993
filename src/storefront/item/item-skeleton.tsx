import { useLayoutEffect } from 'react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { BackLink } from './back-link.tsx';

/** The room of an item's page while it is read. */
export function ItemSkeleton({ catalogue }: { catalogue: Catalogue }) {
  useLayoutEffect(startAtTop, []);
  return (
    <div className="page min-h-dvh pt-3 pb-24 lg:pt-6">
      <BackLink catalogue={catalogue} />
      <div
        role="status"
        aria-label="Loading"
        className="mt-3 grid gap-8 md:grid-cols-[3fr_2fr] md:gap-10 lg:mt-5 lg:gap-16"
      >
        <div className="flex justify-center md:justify-start">
          <Skeleton className="aspect-square w-4/5 rounded-lg" />
        </div>
        <div>
          <Skeleton className="h-11 w-4/5" />
          <Skeleton className="mt-4 h-7 w-28 max-md:hidden" />
          <Skeleton className="mt-5 h-13 w-full max-md:hidden" />
          <Skeleton className="mt-10 h-5 w-full" />
          <Skeleton className="mt-2 h-5 w-11/12" />
          <Skeleton className="mt-2 h-5 w-3/5" />
        </div>
      </div>
    </div>
  );
}

/**
 * Shows the skeleton from its top; the router itself scrolls only when the item is there. Until then
 * it takes every scroll for one of the page that was left, so it must not see these: going back
 * from the skeleton would lose the place in the list.
 */
function startAtTop(): () => void {
  const keepToOurselves = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('scroll', keepToOurselves, { capture: true });
  window.scrollTo(0, 0);
  return () => window.removeEventListener('scroll', keepToOurselves, { capture: true });
}
