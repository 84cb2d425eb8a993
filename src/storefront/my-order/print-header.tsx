import { lazy, Suspense } from 'react';
import { studio } from '#config';
import { formatDate, studioToday } from '#domain/dates.ts';
import { useCart } from '#storefront/cart/cart-store.ts';

// why: reading the draft needs the form's validation code, which the page loads later.
const RentalPeriod = lazy(async () => ({
  default: (await import('#storefront/enquiry/rental-period.tsx')).RentalPeriod,
}));

/** Print only: the studio, today's date and the selected rental dates. */
export function PrintHeader() {
  const { ready } = useCart();
  const { address_lines, city, postal_code } = studio.studio;
  return (
    <header className="mb-8 hidden justify-between gap-8 border-b border-ink pb-4 text-sm print:flex">
      <div>
        <p className="font-display text-2xl">{studio.studio.name}</p>
        <p>
          {address_lines.replaceAll('\n', ', ')}, {city} {postal_code}
        </p>
        <p>
          {studio.studio.email} · {studio.studio.phone}
        </p>
      </div>
      {ready && (
        <dl className="grid shrink-0 grid-cols-[auto_auto] content-start gap-x-4">
          <dt className="text-ink-quiet">Date</dt>
          <dd>{formatDate(studioToday())}</dd>
          <Suspense>
            <RentalPeriod />
          </Suspense>
        </dl>
      )}
    </header>
  );
}
