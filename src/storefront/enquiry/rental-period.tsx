import { isStudioDate } from '#domain/days.ts';
import { formatPeriod } from '#domain/dates.ts';
import { useDraftDates } from '#storefront/availability/dates-store.ts';

/** The rental dates of the draft, as an entry of a `<dl>`; nothing until both are selected. */
export function RentalPeriod() {
  const { from, to } = useDraftDates();
  if (!isStudioDate(from) || !isStudioDate(to) || to < from) return null;
  return (
    <>
      <dt className="text-ink-quiet">Rental</dt>
      <dd>{formatPeriod(from, to)}</dd>
    </>
  );
}
