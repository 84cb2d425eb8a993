import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import {
  freeText,
  lengthText,
  periodText,
  similarText,
} from '#domain/availability/availability-text.ts';
import {
  NO_DATES,
  rentalDatesOf,
  type RentalDates,
  type RentalSearch,
} from '#domain/availability/rental-search.ts';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { setRentalDates, useRentalDates } from '#storefront/availability/dates-store.ts';
import { RentalPicker, type RentalPickerProps } from '#storefront/availability/rental-picker.tsx';
import { useOneSetOfDates } from '#storefront/availability/use-one-set-of-dates.ts';
import { buttonClass } from '#ui/button.tsx';
import { formatCount } from '#ui/count.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Switch } from '#ui/switch.tsx';
import type { ActiveFilter } from './active-filters.ts';
import type { ToolsProps } from './filter-bar.tsx';
import type { ResultsProps } from './results.tsx';
import type { CatalogueState } from './use-catalogue.ts';

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

/** The range picker of a catalogue; its dates are those of the address and of the enquiry form. */
export function CataloguePicker({
  onDates,
  ...picker
}: Omit<RentalPickerProps, 'onDates'> & { onDates: (search: RentalSearch) => void }) {
  const remembered = useOneSetOfDates(picker.dates, onDates);
  return (
    <RentalPicker
      {...picker}
      dates={picker.dates ?? remembered}
      onDates={(dates) => {
        onDates(dates ?? NO_DATES);
        setRentalDates(dates);
      }}
    />
  );
}

/** Beside the count of items: the switch 'Only free'; without dates the remembered ones are offered. */
export function DatedTools({ search, state, address }: ToolsProps) {
  const id = useId();
  const remembered = useRentalDates();
  if (!search.from) {
    return (
      remembered && (
        <button
          type="button"
          onClick={() => address.refine(remembered)}
          className="h-9 underline underline-offset-4 hover:text-teal"
        >
          See what is free {periodText(remembered)}
        </button>
      )
    );
  }
  if (state.first?.availability === 'off') return null;
  const count = search.free ? state.total : state.first?.free_total;
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
    </span>
  );
}

/** The dates, and 'Only free', as removable filters. */
export function datedFilters(search: RentalSearch): ActiveFilter[] {
  const dates = rentalDatesOf(search);
  if (!dates) return [];
  const filters: ActiveFilter[] = [{ label: periodText(dates), without: () => NO_DATES }];
  if (search.free) filters.push({ label: 'Only free', without: () => ({ free: undefined }) });
  return filters;
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
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-quiet">
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

/** The empty list of 'Only free'. */
export function NoneFree({ listing, search }: ResultsProps) {
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
