import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import type { RentalSearch } from '#domain/availability/rental-search.ts';
import { Button } from '#ui/button.tsx';

export interface PlainWhenProps {
  /** The page's path. */
  path: string;
  /** The page's search params; the form keeps the ones that are not dates. */
  search: RentalSearch & Record<string, unknown>;
  /** Offers to list only free items. */
  hasFree?: boolean;
}

// why: both are only for browsers without JavaScript, so the client bundle omits them.
const form = createIsomorphicFn()
  .server((props: PlainWhenProps) => <DatesForm {...props} />)
  .client((): ReactNode => null);
const fields = createIsomorphicFn()
  .server((search: RentalSearch) => <DatesFields {...search} />)
  .client((): ReactNode => null);

/** The rental dates of a page as a plain form, for browsers without JavaScript. */
export function PlainWhen(props: PlainWhenProps) {
  return <noscript>{form(props)}</noscript>;
}

/** In another form of the page: keeps the rental dates when it is submitted without JavaScript. */
export function PlainDates({ search }: { search: RentalSearch }) {
  return search.from && <noscript>{fields(search)}</noscript>;
}

function DatesForm({ path, search, hasFree }: PlainWhenProps) {
  const { from, to, free, after: _, ...others } = search;
  const kept = Object.entries(others).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: String(one) })),
  );
  return (
    <form action={path} className="mb-4 flex flex-wrap items-center gap-3 text-sm">
      {kept.map((one) => (
        <input key={`${one.name} ${one.value}`} type="hidden" {...one} />
      ))}
      <label>
        From <input type="date" name="from" defaultValue={from} className="h-11" />
      </label>
      <label>
        to <input type="date" name="to" defaultValue={to} className="h-11" />
      </label>
      {hasFree && from && (
        <label>
          <input type="checkbox" name="free" value="1" defaultChecked={free === 1} /> Only free
        </label>
      )}
      <Button type="submit" variant="secondary">
        Show what is free
      </Button>
    </form>
  );
}

function DatesFields({ from, to, free }: RentalSearch) {
  return (
    <>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      {free && <input type="hidden" name="free" value={free} />}
    </>
  );
}
