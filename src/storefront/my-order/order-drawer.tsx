import { Link } from '@tanstack/react-router';
import { ArrowLeft, ShoppingBag } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/toast.tsx';
import { CartLines } from './cart-lines.tsx';
import { reconcileCart } from '#storefront/cart/cart-notes.ts';
import { useCart } from '#storefront/cart/cart-store.ts';
import { CartSummary } from './cart-summary.tsx';
import { EnquirySubmitted } from './enquiry-submitted.tsx';
import { useCartCheck } from '#storefront/cart/use-cart-check.ts';
import { useAvailableLines } from '#storefront/cart/use-available-lines.ts';

// why: most openings only look at the list.
const loadForm = () => import('#storefront/enquiry/place-enquiry.tsx');
const PlaceEnquiry = lazy(async () => ({ default: (await loadForm()).PlaceEnquiry }));

type Mode = 'list' | 'form' | 'success';

/** Props of {@link OrderDrawer}. */
export interface OrderDrawerProps {
  open: boolean;
  onClose: () => void;
}

/**
 * The order over the page (spec, public side §2): its list, the enquiry form, and the screen that
 * says it was sent. Opens with the list; prices are read anew each time.
 */
export function OrderDrawer({ open, onClose }: OrderDrawerProps) {
  const { lines } = useCart();
  const { available, blocked } = useAvailableLines();
  const [opening, setOpening] = useState({ open, times: 1 });
  const [mode, setMode] = useState<Mode>('list');
  const [sent, setSent] = useState<EnquiryAnswer | null>(null);
  const place = useRef<HTMLButtonElement>(null);
  if (opening.open !== open) {
    setOpening({ open, times: opening.times + (open ? 1 : 0) });
    if (open) setMode('list');
  }
  // why: 'Added to your order' is done with, and would lie over the fields of a phone.
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
        <EmptyState
          picture={<ShoppingBag aria-hidden className="size-12" strokeWidth={1} />}
          title="Your order is empty"
          text="Add items from the rental pages"
          action={
            <Link to={CATALOGUES.prop.listPath} className={buttonClass()}>
              Browse props
            </Link>
          }
        />
      ) : mode === 'list' ? (
        <List key={opening.times} />
      ) : (
        <div className="[--gutter:calc(5*var(--spacing))]">
          <Suspense fallback={<Skeleton className="h-[40rem] rounded-lg" />}>
            <Back onClick={showList} />
            <PlaceEnquiry
              lines={lines}
              blocked={blocked}
              onCatalogueChanged={(facts) => {
                reconcileCart(facts, []);
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
  const check = useCartCheck(lines);
  useEffect(() => void loadForm(), []);
  return (
    <div className="-mt-5">
      <CartLines lines={lines} check={check} />
    </div>
  );
}

/** Takes the focus, since the button that was pressed has gone. */
function Back({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="quiet" className="-mt-2 mb-3 -ml-3 px-3!" onClick={onClick}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to order
    </Button>
  );
}
