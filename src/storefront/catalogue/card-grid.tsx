import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** 1, 2, 3 or 4 cards in a row by the screen's width (spec, public side §9); on a phone 2 if the visitor wants. */
const GRID =
  'card-grid grid grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

const SKELETONS = 8;

/** The grid of a catalogue; `stale` while the items of the choice before are still standing. */
export function CardGrid({ stale = false, children }: { stale?: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={stale || undefined}
      className={classNames(
        GRID,
        'relative transition-opacity duration-150',
        // why a cover: what keeps the cards themselves from being pressed restyles each of their parts.
        stale && 'opacity-50 delay-100 after:absolute after:inset-0 after:z-20',
      )}
    >
      {children}
    </ul>
  );
}

/** 8 cards' room while the catalogue is read, each of a card's size (spec, public side §2). */
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
