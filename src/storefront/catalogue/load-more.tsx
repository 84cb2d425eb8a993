import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import type { CatalogueState } from './use-catalogue.ts';

/** Scrolling alone loads this many pages; then the button must be pressed, so that the footer can be reached. */
const PAGES_BY_SCROLL = 5;

/** How far below the viewport the end of the list may be when the next page is fetched. */
const AHEAD = '600px';

export interface LoadMoreProps {
  more: CatalogueState['more'];
  /** Number of loaded pages. */
  pages: number;
}

/** Loads the next page of a catalogue on scroll and by a button. */
export function LoadMore({ more, pages }: LoadMoreProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const load = useRef(more.load);
  useEffect(() => {
    load.current = more.load;
  });
  const byScroll = more.available && !more.loading && !more.failed && pages % PAGES_BY_SCROLL !== 0;
  useEffect(() => {
    if (!byScroll || !sentinel.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [byScroll]);

  if (!more.available) return null;
  return (
    <div ref={sentinel} className="flex flex-col items-center gap-3 noscript:hidden">
      {more.failed && <p role="alert">More items could not be loaded. Please try again.</p>}
      <Button variant="secondary" busy={more.loading} onClick={more.load} className="min-w-44">
        {more.loading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}
