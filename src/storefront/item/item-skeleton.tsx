import { useLayoutEffect } from 'react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { BackLink } from './item-page.tsx';

/** The room of an item's page while it is read. */
export function ItemSkeleton({ catalogue }: { catalogue: Catalogue }) {
  // why: the router scrolls when the item is there; until then the list's position would show.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
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
          <Skeleton className="mt-4 h-7 w-28" />
          <Skeleton className="mt-5 h-13 w-full" />
          <Skeleton className="mt-10 h-5 w-full" />
          <Skeleton className="mt-2 h-5 w-11/12" />
          <Skeleton className="mt-2 h-5 w-3/5" />
        </div>
      </div>
    </div>
  );
}
