import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { Button } from '#ui/button.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { NeedsScript } from '#storefront/shared/needs-script.tsx';
import { CartItems } from './cart-items.tsx';
import { WantedListButton } from '#storefront/search/wanted-list-button.tsx';
import { reconcileCart } from '#storefront/cart/cart-notes.ts';
import { useCart } from '#storefront/cart/cart-store.ts';
import { CartSummary } from './cart-summary.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { EnquirySubmitted } from './enquiry-submitted.tsx';
import { LazyPlaceEnquiry, preloadEnquiry } from './lazy-enquiry.ts';
import { PrintHeader } from './print-header.tsx';
import { LazySharedList, useSharedHash } from './use-shared-hash.ts';
import { ENQUIRE_HASH } from '#storefront/cart/use-enquire.ts';
import { useAvailableLines } from '#storefront/cart/use-available-lines.ts';
import { restoreLines } from '#storefront/cart/cart-edits.ts';
import { useIsOpening } from '#storefront/cart/use-is-opening.ts';

/** The cart page: its lines, the totals per day and the enquiry form (docs/product/cart-and-totals.md). */
export function MyOrderPage() {
  const cart = useCart();
  const [sent, setSent] = useState<EnquiryAnswer | null>(null);
  const [cleared, setCleared] = useState<readonly CartLine[]>();
  const shared = useSharedHash();
  return (
    <div className="page min-h-dvh pt-2 pb-2 lg:pt-10 lg:pb-20 print:min-h-0 print:p-0">
      <PrintHeader />
      {/* why the height: the button arrives with the cart. */}
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 print:min-h-0">
        <h1 className="font-display text-3xl">My Order</h1>
        {cart.ready && !sent && cart.lines.length > 0 && (
          <>
            <SkipLink to="#cart-items">Skip to order</SkipLink>
            <SkipLink to="[data-place], #enquiry-title">Skip to Place Enquiry</SkipLink>
          </>
        )}
        {cart.ready && !sent && <WantedListButton className="print:hidden" />}
      </div>
      {shared && cart.ready && (
        <Suspense>
          <LazySharedList hash={shared} />
        </Suspense>
      )}
      {sent ? (
        <EnquirySubmitted shown answer={sent} onContinue={() => setSent(null)} />
      ) : !cart.ready ? (
        <Waiting />
      ) : cart.lines.length === 0 ? (
        <EmptyCart
          title="Your cart is empty"
          onPutBack={cleared && (() => restoreLines(cleared, 0))}
        />
      ) : (
        <Order onSent={setSent} onCleared={setCleared} />
      )}
    </div>
  );
}

interface OrderProps {
  onSent: (answer: EnquiryAnswer) => void;
  onCleared: (lines: readonly CartLine[]) => void;
}

function Order(props: OrderProps) {
  const { available } = useAvailableLines();
  return useIsOpening(available) ? <Waiting /> : <OpenOrder {...props} />;
}

function OpenOrder({ onSent, onCleared }: OrderProps) {
  const { lines, count } = useCart();
  const { available, blocked } = useAvailableLines();
  // why only at first: Cancel returns to the lines, while the address stays.
  const [placing, setPlacing] = useState(useLocation().hash === ENQUIRE_HASH);
  const place = useRef<HTMLButtonElement>(null);

  const cancel = () => {
    setPlacing(false);
    requestAnimationFrame(() => place.current?.focus());
  };
  useEffect(() => void preloadEnquiry(), []);

  return (
    <div className="mt-2 grid items-start gap-x-12 gap-y-3 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)] print:mt-4 print:block">
      <CartItems lines={lines} count={count} onCleared={onCleared} />
      {/* why: on a phone the bar with the button stays at the bottom while the lines scroll, so its
          containing block must be the whole grid. */}
      <div className={`contents lg:grid lg:gap-4 ${placing ? '' : 'lg:sticky lg:top-24'}`}>
        <section
          aria-labelledby="summary-title"
          className="rounded-lg border border-rule bg-surface p-3 sm:p-6 print:ml-auto print:w-80 print:break-inside-avoid print:border-0 print:bg-transparent print:px-0"
        >
          <h2 id="summary-title" className="mb-1 text-lg font-medium sm:mb-4">
            Summary <span className="text-sm font-normal text-ink-quiet">per day</span>
          </h2>
          <CartSummary lines={available} />
        </section>
        {placing ? (
          <Suspense fallback={<Skeleton className="h-[44rem] rounded-lg" />}>
            <EnquiryCard>
              <LazyPlaceEnquiry
                lines={lines}
                blocked={blocked}
                onCatalogueChanged={(items) => reconcileCart(items, [])}
                onSent={onSent}
                onCancel={cancel}
              />
            </EnquiryCard>
          </Suspense>
        ) : (
          <div
            data-bottom-bar="order"
            className="sticky bottom-0 z-30 -mx-4 border-t border-rule bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:p-0 print:hidden"
          >
            {blocked && (
              <p className="mb-2 text-sm text-red">
                Please remove the items that are no longer available first.
              </p>
            )}
            <Button
              ref={place}
              data-place
              wide
              size="lg"
              disabled={blocked}
              onClick={() => setPlacing(true)}
            >
              Place Enquiry
            </Button>
            <p className="mt-2 hidden text-center text-xs text-ink-quiet sm:block">
              No payment now. We answer with availability and the final price.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** The card 'Place Enquiry'; when it opens, it scrolls into view. Its title takes the focus that no field took. */
function EnquiryCard({ children }: { children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!card.current?.contains(document.activeElement)) {
      title.current?.focus({ preventScroll: true });
    }
    title.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby="enquiry-title"
      className="rounded-lg border border-rule bg-surface p-(--gutter) pb-0 [--gutter:1rem] sm:[--gutter:1.5rem] print:hidden [&>form]:pb-4"
    >
      <h2
        ref={title}
        id="enquiry-title"
        tabIndex={-1}
        className="mb-5 scroll-mt-24 font-display text-2xl outline-none"
      >
        Place Enquiry
      </h2>
      {children}
    </section>
  );
}

function Waiting() {
  return (
    <>
      <div aria-busy className="mt-2 grid gap-5 lg:mt-6 lg:max-w-[60%] noscript:hidden">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <NeedsScript what="My Order" about="I would like to rent the following from you:" />
    </>
  );
}
