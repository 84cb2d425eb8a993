import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import type { CatalogueState } from './use-catalogue.ts';

/** Scrolling alone loads this many pages; then the button must be pressed, so that the footer can be reached. */
const PAGES_BY_SCROLL = 5;

/** Distance of the list's end below the viewport at which the next page is fetched. */
const AHEAD = '600px';

export interface LoadMoreProps {
  more: CatalogueState['more'];
  /** Number of loaded pages. */
  pages: number;
}

/** Loads the next page of a catalogue on scroll and by a button. */
export function LoadMore({ more, pages }: LoadMoreProps) {
  const sentinel = useRef<HTMLSpanElement>(null);
  const load = useEffectEvent(more.load);
  const byScroll = more.available && !more.loading && !more.failed && pages % PAGES_BY_SCROLL !== 0;
  useEffect(() => {
    if (!byScroll) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(sentinel.current!);
    return () => observer.disconnect();
  }, [byScroll]);

  if (!more.available) return null;
  return (
    <div className="flex flex-col items-center gap-3 noscript:hidden">
      {/* why hidden: a list that grows would push the focus on the button or in the footer out of the window. */}
      <span ref={sentinel} className="absolute later-focus:hidden" />
      {more.failed && <p role="alert">More items could not be loaded. Please try again.</p>}
      {/* why a key: what was pressed goes away with its page, so the focus goes on to the first item of the next. */}
      <Button
        key={pages}
        variant="secondary"
        busy={more.loading}
        onClick={more.load}
        className="min-w-44"
      >
        {more.loading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}
