import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** 1, 2, 3 or 4 columns by screen width; visitors can switch a phone to 2 (docs/product/storefront.md). */
const GRID =
  'card-grid grid grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

const SKELETONS = 8;

/** The grid of a catalogue; `stale` while it still shows the items of the previous search. */
export function CardGrid({ stale = false, children }: { stale?: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={stale || undefined}
      className={classNames(
        GRID,
        'relative transition-opacity duration-150',
        // why an overlay: `pointer-events: none` on the cards would restyle every element inside them.
        stale && 'opacity-50 delay-100 after:absolute after:inset-0 after:z-20',
      )}
    >
      {children}
    </ul>
  );
}

/** 8 placeholders of a card's size, shown while the catalogue loads. */
export function CardGridSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={GRID}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} data-skeleton="card">
          <Skeleton className="aspect-4/3 w-full rounded-md" />
          <div className="mt-3 flex justify-between gap-6">
            <Skeleton className="h-5.5 w-3/5" />
            <Skeleton className="h-5.5 w-16" />
          </div>
          <Skeleton className="mt-1.5 h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
