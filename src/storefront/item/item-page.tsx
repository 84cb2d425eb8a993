import type { ItemDetail } from '#domain/catalogue/item.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { formatPrice } from '#domain/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Price } from '#ui/price.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { NeedsScript } from '#storefront/shared/needs-script.tsx';
import { ShareButton } from '#storefront/shared/share-button.tsx';
import { BackLink } from './back-link.tsx';
import { Gallery } from './gallery.tsx';
import { RecentlyViewedItems } from './recently-viewed-items.tsx';
import { RelatedItems } from './related-items.tsx';
import { useItemDates } from './use-item-dates.ts';
import { useSetDates } from './use-set-dates.ts';
import { PlainWhen } from '#storefront/availability/plain-when.tsx';
import { When } from '#storefront/availability/when.tsx';
import { OrderSlot } from '#storefront/cart/order-slot.tsx';
import { useAddToOrder } from '#storefront/cart/use-add-to-order.ts';
import { useEnquire } from '#storefront/cart/use-enquire.ts';

/** Names longer than this many characters use a smaller font, so that price and button stay in view. */
const LONG_NAME = 60;

export interface ItemPageProps {
  catalogue: Catalogue;
  item: ItemDetail;
}

/**
 * The page of one item: pictures, description, price and the order button, then related and recently
 * viewed items (docs/product/storefront.md).
 */
export function ItemPage({ catalogue, item }: ItemPageProps) {
  const addToOrder = useAddToOrder();
  const add = () => addToOrder(item);
  const enquire = useEnquire();
  const price = formatPrice(item.price);
  const path = itemPath(item.kind, item) ?? '';
  const { search, dates, parts } = useItemDates();
  const setDates = useSetDates();
  return (
    <>
      <SkipLink to="#item">Skip to dates and order</SkipLink>
      <div className="pb-12 md:pb-24">
        <div className="page flex items-center justify-between gap-x-4 pt-3 lg:pt-6 cramped:flex-wrap">
          <BackLink catalogue={catalogue} />
          <ShareButton
            name={item.name}
            path={dates ? `${path}?from=${dates.from}&to=${dates.to}` : path}
          />
        </div>
        <div className="page mt-3 grid gap-8 md:grid-cols-[3fr_2fr] md:gap-10 lg:mt-5 lg:gap-16">
          <Gallery
            key={item.id}
            name={item.name}
            images={item.images}
            badges={
              <>
                {item.in_studio && <Badge onPicture>In-Studio Only</Badge>}
                {item.badge && <Badge onPicture>{item.badge}</Badge>}
              </>
            }
          />
          <div className="md:sticky md:top-24 md:self-start">
            <h1
              id="item"
              tabIndex={-1}
              className={classNames(
                'font-display wrap-anywhere text-pretty outline-none',
                item.name.length > LONG_NAME ? 'text-2xl' : 'text-3xl',
              )}
            >
              {item.name}
            </h1>
            <p className="mt-4 hidden text-xl md:block">
              <Price amount={price} unit="/day" className="font-semibold" />
            </p>
            <PlainWhen path={path} search={search} />
            <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
              <When
                dates={dates}
                label={parts && dates && parts.datesLabel(dates)}
                clear={parts && <parts.ClearDates onCleared={() => setDates(null)} />}
                onDates={setDates}
                item={item}
              />
              {/* why the height: the answer moves nothing when it arrives. */}
              <div className="min-h-5 w-full">
                {parts && <parts.FreeWords item={item} dates={dates} />}
              </div>
            </div>
            <div className="mt-5 hidden md:block noscript:hidden">
              <Button size="lg" wide data-adds onClick={add}>
                Add to Order
              </Button>
            </div>
            <Button
              variant="secondary"
              wide
              className="mt-3 noscript:hidden"
              onClick={() => enquire(item)}
            >
              Enquire now
            </Button>
            <NeedsScript
              what="Adding to an order"
              about={`I would like to rent ${item.name} (${item.code}).`}
              enquire={`type=${item.kind}&item=${item.id}${dates ? `&from=${dates.from}&to=${dates.to}` : ''}`}
            />
            {/* why the height: the stepper moves nothing when it takes the place of the words. */}
            <div className="mt-4 min-h-11 md:mt-3 md:min-h-15 lg:min-h-11">
              <OrderSlot item={item}>
                <p className="text-sm text-ink-quiet text-pretty">
                  Nothing is paid here. You send an enquiry, we answer with availability and price.
                </p>
              </OrderSlot>
            </div>
            {item.description && (
              <p className="mt-6 max-w-prose whitespace-pre-line text-pretty wrap-anywhere md:border-t md:border-rule md:pt-6">
                {item.description}
              </p>
            )}
            <Facts item={item} />
          </div>
        </div>
        {/* why the height: the calendar moves little when it arrives. */}
        <div className="min-h-[36rem] md:min-h-[25rem] noscript:min-h-0 print:min-h-0">
          {parts && <parts.FreeSections item={item} dates={dates} />}
        </div>
        <RelatedItems item={item} />
        <RecentlyViewedItems id={item.id} />
      </div>
      <div
        data-bottom-bar="item"
        className="sticky bottom-0 z-30 flex items-center gap-x-5 cramped:flex-wrap border-t border-rule bg-surface px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden"
      >
        <Price amount={price} unit="/day" className="text-lg font-semibold" />
        <div className="grow noscript:hidden cramped:basis-[7.5rem]">
          <Button wide data-adds onClick={add}>
            Add to Order
          </Button>
        </div>
      </div>
    </>
  );
}

function Facts({ item }: { item: ItemDetail }) {
  const facts = [...item.facts, { label: 'Code', value: item.code }];
  return (
    <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 border-t border-rule pt-6 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-quiet">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
