import { createIsomorphicFn } from '@tanstack/react-start';
import { lazy, memo, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { ContactFields } from './contact-fields.tsx';

/** How far below the screen the form's script begins to load. */
const AHEAD = '600px';

let come: () => void = () => {};
const near = new Promise<void>((resolve) => {
  come = resolve;
});

/** why: without its script, which may be lost, the form of the server's HTML works by itself. */
async function load() {
  await near;
  try {
    const { ContactFields: Fields } = await import('./contact-fields.tsx');
    return { default: Fields };
  } catch {
    return new Promise<never>(() => {});
  }
}

const Fields = createIsomorphicFn()
  .server((): ComponentType => ContactFields)
  .client((): ComponentType => lazy(load))();

/**
 * The contact form of the home page (spec, public side §2): four identity fields and a message. It
 * stands in the server's HTML and works without its script, which is heavier than the page and is
 * loaded when the visitor comes near.
 * why memo: drawn again before its script has come, React would throw the server's form away, and
 * what was typed into it.
 */
export const ContactForm = memo(function ContactForm() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), {
      rootMargin: AHEAD,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-[33rem]">
      <Suspense fallback={<Skeleton className="h-[33rem] rounded-lg" />}>
        <Fields />
      </Suspense>
    </div>
  );
});
