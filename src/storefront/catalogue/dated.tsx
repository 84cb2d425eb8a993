import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import {
  freeText,
  lengthText,
  periodText,
  similarText,
} from '#domain/availability/availability-text.ts';
import { rentalDatesOf, type RentalDates } from '#domain/availability/rental-search.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { useOneSetOfDates } from '#storefront/availability/use-one-set-of-dates.ts';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/count.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Said } from '#ui/said.tsx';
import { Switch } from '#ui/switch.tsx';
import type { ToolsProps } from './filter-bar.tsx';
import type { CatalogueState } from './use-catalogue.ts';

export { ClearDates } from '#storefront/availability/clear-dates.tsx';

const SimilarFree = lazy(async () => ({
  default: (await import('./similar-free.tsx')).SimilarFree,
}));

/** The words of 'When?' with dates: `14–16 Nov · 3 days`, on a phone without the length. */
export function whenLabel(dates: RentalDates) {
  const period = periodText(dates);
  return (
    <span className="whitespace-nowrap">
      {period}
      <span className="hidden sm:inline">{lengthText(dates).slice(period.length)}</span>
    </span>
  );
}

const never = () => () => {};

/** Whether this render takes over a page of the server. */
const useIsHydrating = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );

/**
 * Beside the count of items: the switch 'Only free'; without dates the remembered ones are offered. It makes the
 * dates of the address the visitor's own.
 */
export function DatedTools({ search, state, address }: ToolsProps) {
  const id = useId();
  const isHydrating = useIsHydrating();
  const remembered = useOneSetOfDates(rentalDatesOf(search), address.refine);
  if (!search.from) {
    return (
      remembered && (
        <button
          type="button"
          onClick={() => address.refine(remembered)}
          className="h-10 underline underline-offset-4 hover:text-teal"
        >
          See what is free {periodText(remembered)}
        </button>
      )
    );
  }
  if (state.first?.availability === 'off') return null;
  const count = search.free ? state.total : state.first?.free_total;
  const isKnown = !state.refreshing && typeof count === 'number' && state.total !== null;
  return (
    <span className="noscript:hidden inline-flex items-center gap-2">
      <Switch
        id={id}
        label="Only free"
        checked={Boolean(search.free)}
        onChange={(on) => address.refine({ free: on ? 1 : undefined })}
      />
      <label htmlFor={id} className="cursor-pointer">
        Only free
      </label>
      <span className="text-ink-quiet tabular-nums">
        {typeof count === 'number' && formatCount(count)}
      </span>
      {/* why: with chosen dates it often comes only when the numbers are there. */}
      <Said isNews={!isHydrating}>
        {isKnown ? `${formatCount(count)} of ${formatCount(state.total ?? 0)} free` : ''}
      </Said>
    </span>
  );
}

/** Under an item's name: whether it is free, and for a booked one what is similar and free. */
export function cardNote(item: CatalogueItem, search: CatalogueSearch, state: CatalogueState) {
  const dates = rentalDatesOf(search);
  if (!dates || state.first?.availability === 'off') return null;
  const { free = null, of = null } = item;
  const isFree = free !== null && free > 0;
  // why hidden: while the items of the previous search are shown, they are not about these dates.
  const isKnown = !state.refreshing && item.free !== undefined;
  return (
    <p className="card-free">
      <span className={isKnown ? (isFree ? 'text-teal-deep' : undefined) : 'opacity-0'}>
        {freeText({ free, of }, dates)}
      </span>
      {isKnown && free === 0 && <SimilarSlot item={item} dates={dates} />}
    </p>
  );
}

/** The place of what is similar to a booked item; it loads when the card scrolls into view. */
function SimilarSlot(props: { item: CatalogueItem; dates: RentalDates }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // why: the line has its height from the start, so that nothing moves when the number arrives.
  const space = (
    <span ref={place} aria-hidden className="opacity-0">
      {similarText(12)}
    </span>
  );
  return isSeen ? (
    <Suspense fallback={space}>
      <SimilarFree {...props} space={space} />
    </Suspense>
  ) : (
    space
  );
}

/** The cards of a list, which begins with what is free: what is booked has its own heading with its number. */
export function freeFirst(
  { search, state }: Pick<ToolsProps, 'search' | 'state'>,
  cards: (items: readonly CatalogueItem[]) => ReactNode,
) {
  const { items, first } = state;
  const dates = rentalDatesOf(search);
  const at = items.findIndex(({ free }) => free === 0);
  if (at < 0 || !dates) return cards(items);
  const count = typeof first?.free_total === 'number' && first.total - first.free_total;
  return (
    <>
      {at > 0 && cards(items.slice(0, at))}
      <section aria-labelledby={BOOKED}>
        <h2 id={BOOKED} className={classNames('mb-5 font-display text-xl', at > 0 && 'mt-14')}>
          Booked {periodText(dates)}{' '}
          {count ? (
            <span className="text-ink-quiet tabular-nums">({formatCount(count)})</span>
          ) : null}
        </h2>
        {cards(items.slice(at))}
      </section>
    </>
  );
}

const BOOKED = 'booked';

/** The empty list of 'Only free'. */
export function NoneFree({ listing, search }: Pick<ToolsProps, 'listing' | 'search'>) {
  const dates = rentalDatesOf(search);
  return (
    <EmptyState
      picture={<SearchX aria-hidden size={44} strokeWidth={1.25} />}
      title={`Nothing free ${dates ? periodText(dates) : ''}`}
      text="Everything here is booked on a day of these dates."
      action={
        <Link
          to={listing.listPath}
          search={{ ...search, free: undefined }}
          replace
          resetScroll={false}
          className={buttonClass()}
        >
          Show booked items too
        </Link>
      }
    />
  );
}
