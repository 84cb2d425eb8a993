import { SlidersHorizontal } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { ToolsProps } from './filter-bar.tsx';
import { CatalogueSort } from './catalogue-sort.tsx';

const FilterSheet = lazy(() =>
  import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })),
);

/** 'Filter' and 'Sort' in a bar at the bottom of a small screen. */
export function PhoneBar({ activeCount, ...tools }: ToolsProps & { activeCount: number }) {
  const [open, setOpen] = useState(false);
  const [mounted, setMounted] = useState(false);
  const show = () => {
    setMounted(true);
    setOpen(true);
  };
  return (
    <>
      <div
        data-bottom-bar="filter"
        className="sticky bottom-0 z-30 -mx-(--edge) mt-6 grid grid-cols-2 divide-x divide-rule border-t border-rule bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden noscript:hidden"
      >
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className="flex h-14 items-center justify-center gap-2 text-sm font-medium"
        >
          <SlidersHorizontal aria-hidden size={17} />
          Filter
          {activeCount > 0 && (
            <span className="grid size-5 place-items-center rounded-full bg-teal text-xs text-on-fill">
              {activeCount}
            </span>
          )}
        </button>
        <div className="h-14">
          <CatalogueSort
            bar
            sorts={tools.listing.sorts}
            sort={tools.search.sort}
            onSort={(sort) => tools.address.refine({ sort })}
          />
        </div>
      </div>
      {mounted && (
        <Suspense>
          <FilterSheet {...tools} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
