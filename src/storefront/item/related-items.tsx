import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { relatedQuery } from '#data/catalogue/item.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { CatalogueCard } from '#storefront/catalogue/catalogue-card.tsx';
import { RetryLink } from '#storefront/shared/retry-link.tsx';
import { Carousel } from './carousel.tsx';

const HEADING = 'you-might-also-like';

/** 4 cards in a row on a large screen, 2 on a medium one, 1 and part of the next on a phone. */
const CARD = 'w-[72%] shrink-0 snap-start sm:w-[calc(50%-0.625rem)] lg:w-[calc(25%-0.9375rem)]';
const SIZES = '(min-width: 1440px) 317px, (min-width: 1024px) 22vw, (min-width: 640px) 45vw, 66vw';

/** 'You might also like': related items, with loading, failed and empty states (docs/product/storefront.md). */
export function RelatedItems({ item }: { item: Pick<ItemDetail, 'kind' | 'id'> }) {
  const { api } = useRouter().options.context;
  const { data, isPending, isError, refetch } = useQuery(relatedQuery(api, item));
  const heading = (
    <h2 id={HEADING} className="font-display text-2xl">
      You might also like
    </h2>
  );
  return (
    <section aria-labelledby={HEADING} className="mt-16 border-t border-rule pt-10 lg:mt-24">
      <div className="page">
        {data && data.length > 0 ? (
          <Carousel key={item.id} labelledBy={HEADING} heading={heading} className="gap-5">
            {data.map((one) => (
              <li key={one.id} className={CARD}>
                <CatalogueCard item={one} sizes={SIZES} />
              </li>
            ))}
          </Carousel>
        ) : (
          <>
            <div className="mb-5 flex min-h-11 items-center lg:mb-6">{heading}</div>
            {isPending && <Loading />}
            {/* why: pending in the server's HTML means a failed read; without JavaScript it stays one. */}
            {(isPending || isError) && (
              <div className={classNames(isPending && 'hidden noscript:block')}>
                <Message action={<RetryLink onRetry={() => void refetch()} />}>
                  Unable to load recommendations
                </Message>
              </div>
            )}
            {data && <Message>No recommendations available</Message>}
          </>
        )}
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div className="flex gap-5 overflow-hidden noscript:hidden">
      <p role="status" className="sr-only">
        Loading recommendations...
      </p>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <div key={place} className={CARD}>
          <Skeleton className="aspect-4/3 w-full rounded-md" />
          <Skeleton className="mt-3 h-5.5 w-3/5" />
          <Skeleton className="mt-1.5 h-4 w-24" />
        </div>
      ))}
    </div>
  );
}

function Message({ action, children }: { action?: ReactNode; children: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-ink-quiet">
      <p>{children}</p>
      {action}
    </div>
  );
}
