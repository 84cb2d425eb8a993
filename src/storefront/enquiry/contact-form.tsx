import { createIsomorphicFn } from '@tanstack/react-start';
import { lazy, memo, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { ContactFields } from './contact-fields.tsx';

/** Distance of the form below the viewport at which its script starts loading. */
const AHEAD = '600px';

let startLoading = () => {};
const nearViewport = new Promise<void>((resolve) => {
  startLoading = resolve;
});

/** why it never rejects: where the script cannot be loaded, the form in the server's HTML still works. */
async function load() {
  await nearViewport;
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
 * The contact form of the home page. It is in the server's HTML and works without its script, which is
 * larger than the page's own and is loaded when the form nears the viewport.
 * why memo: a re-render before the script has loaded would make React discard the server's form and
 * the text typed into it.
 */
export const ContactForm = memo(function ContactForm() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startLoading(),
      { rootMargin: AHEAD },
    );
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
