import { useLayoutEffect } from 'react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { BackLink } from './back-link.tsx';
import { ItemNotFound } from './item-not-found.tsx';
import { useLine } from './use-line.ts';

/** In place of an item's page while it loads; without a line it says so, as loading may take long then. */
export function PendingItem({ catalogue }: { catalogue: Catalogue }) {
  const line = useLine();
  useLayoutEffect(startAtTop, []);
  return line.isLineAway ? (
    <ItemNotFound catalogue={catalogue} {...line} />
  ) : (
    <ItemSkeleton catalogue={catalogue} />
  );
}

function ItemSkeleton({ catalogue }: { catalogue: Catalogue }) {
  return (
    <div className="page min-h-dvh pt-3 pb-24 lg:pt-6">
      <BackLink catalogue={catalogue} />
      <div
        role="status"
        aria-label="Loading"
        className="mt-3 grid gap-8 md:grid-cols-[3fr_2fr] md:gap-10 lg:mt-5 lg:gap-16"
      >
        <div className="max-md:-mx-(--edge)">
          <Skeleton className="aspect-square w-full md:rounded-lg" />
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
 * Scrolls to the top of the skeleton; the router does so only once the item is loaded. Until then the
 * router attributes scroll events to the previous page, so they are stopped here: otherwise Back from
 * the skeleton would lose the position in the list.
 */
function startAtTop(): () => void {
  const hideFromRouter = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('scroll', hideFromRouter, { capture: true });
  window.scrollTo(0, 0);
  return () => window.removeEventListener('scroll', hideFromRouter, { capture: true });
}
