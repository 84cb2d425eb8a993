import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CatalogueListItem } from '#data/catalogue/catalogue-answers.ts';
import { catalogueItemsQuery } from '#data/catalogue/catalogue-items.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { formatPrice } from '#domain/money.ts';
import { Price } from '#ui/price.tsx';
import { Picture } from '#storefront/shared/picture.tsx';
import { Carousel } from './carousel.tsx';
import { removeViewed, useRecentlyViewed } from './recently-viewed.ts';

const HEADING = 'recently-viewed';

/** The items viewed before the one with this id, with their current catalogue data. */
export function RecentlyViewedItems({ id }: { id: string }) {
  const items = useCurrentItems(useRecentlyViewed(id));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={HEADING} className="page mt-12 lg:mt-16">
      <Carousel
        labelledBy={HEADING}
        heading={
          <h2 id={HEADING} className="font-display text-xl">
            Recently viewed
          </h2>
        }
        className="gap-4"
      >
        {items.map((item) => (
          <li
            key={item.id}
            className="w-[42%] shrink-0 snap-start sm:w-[calc(25%-0.75rem)] lg:w-[calc((100%-6rem)/7)]"
          >
            <ViewedItem item={item} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}

/** why: the browser stores only ids, so that names, prices and pictures are always current. */
function useCurrentItems(ids: readonly string[]): CatalogueListItem[] {
  const { api } = useRouter().options.context;
  const { data, isPlaceholderData } = useQuery({
    ...catalogueItemsQuery(api, ids),
    placeholderData: keepPreviousData,
  });
  const requested = ids.join();
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const gone = requested.split(',').filter((one) => !data.some((item) => item.id === one));
    if (gone.length > 0) removeViewed(gone);
  }, [data, isPlaceholderData, requested]);
  return ids.flatMap((id) => data?.filter((item) => item.id === id) ?? []);
}

function ViewedItem({ item }: { item: CatalogueListItem }) {
  const path = itemPath(item.type, item);
  if (!path) return null;
  return (
    <article className="group relative">
      <div className="aspect-4/3 overflow-hidden rounded-md bg-paper-deep">
        {item.image && (
          <Picture
            url={item.image}
            // why empty: the card's link already has the item's name.
            alt=""
            width={320}
            height={240}
            widths={[240, 320, 480]}
            sizes="(min-width: 1024px) 13vw, (min-width: 640px) 23vw, 40vw"
            className="size-full object-cover"
            fallback={null}
          />
        )}
      </div>
      <h3 className="mt-2 text-sm font-medium">
        <Link
          to={path}
          className="wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-teal"
        >
          {item.name}
        </Link>
      </h3>
      <Price amount={formatPrice(item.price)} unit="/day" className="text-sm" />
    </article>
  );
}
