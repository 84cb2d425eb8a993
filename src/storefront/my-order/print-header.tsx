import { lazy, Suspense } from 'react';
import { studioToday } from '#domain/days.ts';
import { useSite } from '#data/settings/use-site.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMobile } from '#domain/phone.ts';
import { useCart } from '#storefront/cart/cart-store.ts';

// why: reading the draft needs the form's validation code, which the page loads later.
const RentalPeriod = lazy(async () => ({
  default: (await import('#storefront/enquiry/rental-period.tsx')).RentalPeriod,
}));

/** Print only: the studio, today's date and the selected rental dates. */
export function PrintHeader() {
  const site = useSite();
  const { ready } = useCart();
  return (
    <header className="mb-8 hidden justify-between gap-8 border-b border-ink pb-4 text-sm print:flex">
      <div>
        <p className="font-display text-2xl">{site.studio.name}</p>
        <p>
          {site.studio.address_lines.replaceAll('\n', ', ')}, {site.studio.city}{' '}
          {site.studio.postal_code}
        </p>
        <p>
          {site.studio.email} · {formatMobile(site.studio.phone)}
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
