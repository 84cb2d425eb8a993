import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import type { CatalogueState } from './use-catalogue.ts';

/** Pages that come by scrolling alone before the button has to be pressed, so that the foot of the page can be reached. */
const PAGES_BY_SCROLL = 5;

/** How far below the screen the next page is fetched. */
const AHEAD = '600px';

/** Props of {@link LoadMore}. */
export interface LoadMoreProps {
  more: CatalogueState['more'];
  /** Pages that are there. */
  pages: number;
}

/** The end of a catalogue that has more: fetches by scrolling, and by a button that is always there. */
export function LoadMore({ more, pages }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useRef(more.load);
  useEffect(() => {
    load.current = more.load;
  });
  const byScroll = more.available && !more.loading && !more.failed && pages % PAGES_BY_SCROLL !== 0;
  useEffect(() => {
    if (!byScroll || !mark.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [byScroll]);

  if (!more.available) return null;
  return (
    <div ref={mark} className="flex flex-col items-center gap-3 noscript:hidden">
      {more.failed && <p role="alert">More items could not be loaded. Please try again.</p>}
      <Button variant="secondary" busy={more.loading} onClick={more.load} className="min-w-44">
        {more.loading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}
