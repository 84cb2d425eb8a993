import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';

// why: the form and its rules are heavier than the page they stand on, and most visits never write.
const Fields = lazy(async () => ({
  default: (await import('./contact-fields.tsx')).ContactFields,
}));

/** How far below the screen the form begins to load. */
const AHEAD = '600px';

/**
 * The contact form of the home page (spec, public side §2): four identity fields and a message. It
 * loads when the visitor comes near it; its place is kept meanwhile, but not without JavaScript.
 */
export function ContactForm() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: AHEAD,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const waiting = <Skeleton className="h-[33rem] rounded-lg" />;
  return (
    <div ref={place} className="min-h-[33rem] noscript:hidden">
      {near ? (
        <Suspense fallback={waiting}>
          <Fields />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
