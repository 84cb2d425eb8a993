import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import {
  availabilityQuery,
  itemCalendarQuery,
  similarFreeQuery,
} from '#data/catalogue/availability.ts';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import {
  freeText,
  lengthText,
  periodText,
  similarText,
} from '#domain/availability/availability-text.ts';
import { addDays, rentalDays } from '#domain/days.ts';
import { freeDaysText } from '#domain/availability/free-days-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { lineStatuses } from '#domain/cart/line-availability.ts';
import { lineKey } from '#domain/cart/cart-line.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import { setRentalDates } from '#storefront/availability/dates-store.ts';
import { calendarPart, nextDays } from '#storefront/availability/use-day-notes.ts';
import { useOneSetOfDates } from '#storefront/availability/use-one-set-of-dates.ts';
import { useSimilarFree } from '#storefront/cart/use-similar-free.ts';
import { CatalogueCard } from '#storefront/catalogue/catalogue-card.tsx';
import { Carousel } from './carousel.tsx';
import { ItemMonths } from './item-months.tsx';
import { useSetDates } from './use-set-dates.ts';

// why one file: what is free loads late, in one request.
export { ClearDates } from '#storefront/availability/clear-dates.tsx';

type Item = Pick<ItemDetail, 'kind' | 'id'>;

const SIMILAR = 'similar-free';
const CARD = 'w-[72%] shrink-0 snap-start sm:w-[calc(50%-0.625rem)] lg:w-[calc(25%-0.9375rem)]';
const SIZES = '(min-width: 1440px) 317px, (min-width: 1024px) 22vw, (min-width: 640px) 45vw, 66vw';

/** The words of 'When?' with dates: `14–16 Nov · 3 days`. */
export const datesLabel = lengthText;

const onePiece = ({ kind, id }: Item) => ({ type: kind, id, quantity: 1 });

const ignore = () => undefined;

/** Reads what the page of an item shows for some dates. A failed read leaves its part out. */
export async function readItemDates(
  { api, queryClient }: { api: PublicApi; queryClient: QueryClient },
  item: Item,
  dates: RentalDates,
): Promise<void> {
  const wanted = onePiece(item);
  const { from, days } = calendarPart(dates.from);
  const [answers] = await Promise.all([
    queryClient.query(availabilityQuery(api, dates, [wanted])).catch(ignore),
    queryClient.query(itemCalendarQuery(api, wanted, from, days)).catch(ignore),
  ]);
  if (answers && lineStatuses(answers, dates).get(lineKey(wanted))?.state === 'short') {
    await queryClient.query(similarFreeQuery(api, wanted, dates)).catch(ignore);
  }
}

/** One piece of an item on some dates, and similar items where it is booked. */
function useOnePiece(item: Item, dates: RentalDates) {
  const { api } = useRouter().options.context;
  const wanted = onePiece(item);
  const { data = [] } = useQuery(availabilityQuery(api, dates, [wanted]));
  const status = lineStatuses(data, dates).get(lineKey(wanted));
  const isBooked = status?.state === 'short';
  const { items: similar } = useSimilarFree(wanted, dates, {
    enabled: isBooked,
    keepsAdded: true,
  });
  return { status, next: data[0]?.next_free, similar };
}

interface DatedItemProps {
  item: ItemDetail;
  dates: RentalDates;
}

/** Under the price: whether the item is free, or without dates when it is free next. */
export function FreeWords({ item, dates }: { item: ItemDetail; dates: RentalDates | null }) {
  return dates ? <DatedWords item={item} dates={dates} /> : <NextFree item={item} />;
}

function NextFree({ item }: { item: ItemDetail }) {
  const { api } = useRouter().options.context;
  const { from, to, days } = nextDays();
  const { data } = useQuery(itemCalendarQuery(api, onePiece(item), from, days));
  const text = data && freeDaysText(data, from, to);
  const { of = null } = data ?? {};
  return (
    <p className="text-sm text-teal-deep">
      {text}
      {of !== null && of > 1 && (
        <span className="whitespace-nowrap text-ink-quiet"> · {of} pieces</span>
      )}
    </p>
  );
}

/** Whether the item is free on some dates, and ways out where it is booked. */
function DatedWords({ item, dates }: DatedItemProps) {
  const setDates = useSetDates();
  useOneSetOfDates(dates, setDates);
  const { status, next, similar } = useOnePiece(item, dates);
  const isBooked = status?.state === 'short';
  const later = isBooked &&
    next && {
      from: next,
      to: addDays(next, rentalDays(dates.from, dates.to) - 1),
    };
  return (
    <div className="text-sm">
      <p role="status" className={isBooked ? 'font-medium text-amber' : 'text-teal-deep'}>
        {status?.text}
      </p>
      {isBooked && (
        <p className="flex flex-wrap gap-x-4">
          {later && (
            <button type="button" className={ACTION} onClick={() => setDates(later)}>
              Change to {periodText(later)}
            </button>
          )}
          {similar.length > 0 && (
            <a href={`#${SIMILAR}`} className={ACTION}>
              {similarText(similar.length)}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

const ACTION =
  'inline-flex min-h-11 items-center text-teal underline underline-offset-4 noscript:hidden hover:text-teal-deep';

export interface FreeSectionsProps {
  item: ItemDetail;
  /** The dates of the address. */
  dates: RentalDates | null;
}

/** Below the item: its calendar, and where it is booked similar items. */
export function FreeSections({ item, dates }: FreeSectionsProps) {
  const setDates = useSetDates();
  return (
    <>
      <ItemMonths
        key={item.id}
        item={item}
        dates={dates}
        onDates={(next) => {
          setRentalDates(next);
          setDates(next);
        }}
      />
      {dates && <SimilarFreeItems item={item} dates={dates} />}
    </>
  );
}

function SimilarFreeItems({ item, dates }: DatedItemProps) {
  const title = useId();
  const { similar } = useOnePiece(item, dates);
  if (similar.length === 0) return null;
  return (
    <section
      id={SIMILAR}
      aria-labelledby={title}
      className="page mt-12 scroll-mt-24 border-t border-rule pt-10"
    >
      <Carousel
        labelledBy={title}
        heading={
          <h2 id={title} className="font-display text-2xl">
            {similarText(similar.length)}
          </h2>
        }
        className="gap-5"
      >
        {similar.map((one) => (
          <li key={one.id} className={CARD}>
            <CatalogueCard
              item={one}
              sizes={SIZES}
              note={
                <p className="mt-0.5 text-xs text-teal-deep">
                  {freeText({ free: one.free ?? null, of: one.of ?? null }, dates)}
                </p>
              }
            />
          </li>
        ))}
      </Carousel>
    </section>
  );
}
