import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLines } from './cart-lines.tsx';
import { reconcileCart } from '#storefront/cart/cart-notes.ts';
import { useCart } from '#storefront/cart/cart-store.ts';
import { CartSummary } from './cart-summary.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { EnquirySubmitted } from './enquiry-submitted.tsx';
import { LazyPlaceEnquiry, preloadEnquiry } from './lazy-enquiry.ts';
import { useCartCheck } from '#storefront/cart/use-cart-check.ts';
import { useAvailableLines } from '#storefront/cart/use-available-lines.ts';
import { useIsOpening } from '#storefront/cart/use-is-opening.ts';

type View = 'list' | 'form' | 'success';

export interface OrderDrawerProps {
  open: boolean;
  onClose: () => void;
}

/**
 * The order as a sheet over the page: the list, the enquiry form and the success screen. It opens with
 * the list and reads current prices each time (docs/product/cart-and-totals.md).
 */
export function OrderDrawer({ open, onClose }: OrderDrawerProps) {
  const { lines } = useCart();
  const { available, blocked } = useAvailableLines();
  const [opening, setOpening] = useState({ open, times: 1 });
  const [mode, setMode] = useState<View>('list');
  const [sent, setSent] = useState<EnquiryAnswer | null>(null);
  const place = useRef<HTMLButtonElement>(null);
  if (opening.open !== open) {
    setOpening({ open, times: opening.times + (open ? 1 : 0) });
    if (open) setMode('list');
  }
  // why: on a phone the notice 'Added to your order' would cover the fields.
  useEffect(() => {
    if (open) notify.dismiss('success');
  }, [open]);
  const showList = () => {
    setMode('list');
    requestAnimationFrame(() => place.current?.focus());
  };
  const listed = mode === 'list' && lines.length > 0;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      // why: under the header, a notice would cover the first lines.
      hasBar={listed}
      title={mode === 'form' && lines.length > 0 ? 'Place Enquiry' : 'My Order'}
      footer={
        listed && (
          <>
            <CartSummary lines={available} compact />
            {blocked && (
              <p className="mt-3 text-sm text-red">
                Please remove the items that are no longer available first.
              </p>
            )}
            <Button
              ref={place}
              wide
              className="mt-3"
              disabled={blocked}
              onClick={() => setMode('form')}
            >
              Place Enquiry
            </Button>
          </>
        )
      }
    >
      {mode === 'success' ? (
        <EnquirySubmitted shown={open} answer={sent} onContinue={onClose} />
      ) : lines.length === 0 ? (
        <EmptyCart title="Your order is empty" />
      ) : mode === 'list' ? (
        <List key={opening.times} />
      ) : (
        <div className="[--gutter:calc(5*var(--spacing))]">
          <Suspense fallback={<Skeleton className="h-[40rem] rounded-lg" />}>
            <Back onClick={showList} />
            <LazyPlaceEnquiry
              lines={lines}
              blocked={blocked}
              onCatalogueChanged={(items) => {
                reconcileCart(items, []);
                showList();
              }}
              onSent={(answer) => {
                setSent(answer);
                setMode('success');
              }}
              onCancel={showList}
            />
          </Suspense>
        </div>
      )}
    </Sheet>
  );
}

function List() {
  const { lines } = useCart();
  const { available } = useAvailableLines();
  const isOpening = useIsOpening(available);
  const check = useCartCheck(lines);
  useEffect(() => void preloadEnquiry(), []);
  return (
    <div className="-my-5">
      {isOpening ? <Skeleton className="mt-5 h-60" /> : <CartLines lines={lines} check={check} />}
    </div>
  );
}

/** Back to the list. It takes the focus, as the button that opened the form is gone. */
function Back({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="quiet" className="-mt-2 mb-3 -ml-3 px-3" onClick={onClick}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to order
    </Button>
  );
}
