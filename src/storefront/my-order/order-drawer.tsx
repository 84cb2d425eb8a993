import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
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

type View = 'list' | 'form' | 'success';

/** Props of {@link OrderDrawer}. */
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
  const [dateEdits, setDateEdits] = useState(0);
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
  const showForm = (edits: number) => {
    setDateEdits(edits);
    setMode('form');
  };
  const showList = () => {
    setMode('list');
    requestAnimationFrame(() => place.current?.focus());
  };
  const listed = mode === 'list' && lines.length > 0;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={mode === 'form' && lines.length > 0 ? 'Place Enquiry' : 'My Order'}
      footer={
        listed && (
          <>
            <CartSummary lines={available} unit="per day" />
            {blocked && (
              <p className="mt-3 text-sm text-red">
                Please remove the items that are no longer available first.
              </p>
            )}
            <Button
              ref={place}
              wide
              className="mt-4"
              disabled={blocked}
              onClick={() => showForm(0)}
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
        <List key={opening.times} onChangeDates={() => showForm(1)} />
      ) : (
        <div className="[--gutter:calc(5*var(--spacing))]">
          <Suspense fallback={<Skeleton className="h-[40rem] rounded-lg" />}>
            <Back focused={dateEdits === 0} onClick={showList} />
            <LazyPlaceEnquiry
              dateEdits={dateEdits}
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

function List({ onChangeDates }: { onChangeDates: () => void }) {
  const { lines } = useCart();
  const check = useCartCheck(lines);
  useEffect(() => void preloadEnquiry(), []);
  return (
    <div className="-mt-5">
      <CartLines lines={lines} check={check} onChangeDates={onChangeDates} />
    </div>
  );
}

/**
 * Back to the list. It takes the focus, as the button that opened the form is gone.
 * @param props.focused false: the form sets the focus
 */
function Back({ focused, onClick }: { focused: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const open = useEffectEvent(() => {
    if (focused) button.current?.focus();
  });
  useEffect(() => open(), []);
  return (
    <Button ref={button} variant="quiet" className="-mt-2 mb-3 -ml-3 px-3!" onClick={onClick}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to order
    </Button>
  );
}
