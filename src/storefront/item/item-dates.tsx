import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';
import { availabilityQuery, itemCalendarQuery, similarFreeQuery } from '#data/availability.ts';
import type { PublicApi } from '#data/backend.ts';
import {
  freeText,
  lengthText,
  periodText,
  similarText,
} from '#domain/availability/availability-text.ts';
import { addDays } from '#domain/availability/month.ts';
import {
  NO_DATES,
  type RentalDates,
  type RentalSearch,
} from '#domain/availability/rental-search.ts';
import { lineStatuses } from '#domain/cart/line-availability.ts';
import { lineKey } from '#domain/cart/cart-line.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import { rentalDays } from '#domain/dates.ts';
import { currentRentalDates, setRentalDates } from '#storefront/availability/dates-store.ts';
import { useOneSetOfDates } from '#storefront/availability/use-one-set-of-dates.ts';
import { CatalogueCard } from '#storefront/catalogue/catalogue-card.tsx';
import { Carousel } from './carousel.tsx';
import { calendarPart, ItemMonths } from './item-months.tsx';

// why one file: what shows with dates loads late, in one request.

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
  const { data: similar = [] } = useQuery({
    ...similarFreeQuery(api, wanted, dates),
    enabled: isBooked,
  });
  return { status, next: data[0]?.next_free, similar: isBooked ? similar : [] };
}

/** Sets the rental dates of the page's address and the visitor's own. */
function useSetDates(): (search: RentalSearch) => void {
  const navigate = useNavigate();
  return (search) =>
    void navigate({
      to: '.',
      search: (all: object) => ({ ...all, ...NO_DATES, ...search }),
      replace: true,
      resetScroll: false,
    });
}

/** Props of the parts of an item's page that show with dates. */
export interface DatedItemProps {
  item: ItemDetail;
  dates: RentalDates;
}

/** Under the price: whether the item is free, and ways out where it is booked. */
export function DatedWords({ item, dates }: DatedItemProps) {
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

/** Props of {@link DatedSections}. */
export interface DatedSectionsProps {
  item: ItemDetail;
  /** The dates of the address; null when only 'When?' was pressed. */
  dates: RentalDates | null;
  /** How often 'When?' was pressed: each time, the calendar takes the focus. */
  presses: number;
}

/** Below the item: its calendar, and where it is booked similar items. */
export function DatedSections({ item, dates, presses }: DatedSectionsProps) {
  const setDates = useSetDates();
  const onPress = useEffectEvent(() => {
    const remembered = currentRentalDates();
    if (!dates && remembered) setDates(remembered);
  });
  useEffect(() => {
    if (presses > 0) onPress();
  }, [presses]);
  return (
    <>
      <ItemMonths
        key={`${item.id} ${presses}`}
        item={item}
        dates={dates}
        focused={presses > 0}
        onDates={(next) => {
          setRentalDates(next);
          setDates(next ?? NO_DATES);
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
