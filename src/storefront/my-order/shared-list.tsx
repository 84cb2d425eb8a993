import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { catalogueItemsQuery } from '#data/catalogue/catalogue-items.ts';
import { MAX_LINES } from '#domain/cart/cart-line.ts';
import { readList, type SharedLine } from '#domain/cart/list-hash.ts';
import { formatPrice } from '#domain/money.ts';
import { copyLines, putBack, type CopiedItem } from '#storefront/cart/cart-edits.ts';
import { useCart } from '#storefront/cart/cart-store.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/toast.tsx';

/** A list that somebody shared, above the visitor's own order, which it never changes by itself. */
export function SharedList({ hash }: { hash: string }) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const lines = readList(hash);
  const close = () => void navigate({ to: '/my-order', replace: true, resetScroll: false });
  return (
    <section
      aria-labelledby="shared-list"
      className="mt-4 rounded-lg border border-teal bg-surface p-4 sm:p-6 print:hidden"
    >
      <h2 id="shared-list" ref={title} tabIndex={-1} className="text-lg font-medium outline-none">
        A list that was shared with you
      </h2>
      {lines ? (
        <Contents lines={lines} onClose={close} />
      ) : (
        <>
          <p className="mt-1 text-ink-quiet">
            This link is not complete. Please ask for it again, and open it as a whole.
          </p>
          <Button className="mt-4" onClick={close}>
            Close
          </Button>
        </>
      )}
    </section>
  );
}

interface ContentsProps {
  lines: readonly SharedLine[];
  onClose: () => void;
}

function Contents({ lines, onClose }: ContentsProps) {
  const { api } = useRouter().options.context;
  const cart = useCart();
  const ids = lines.map(({ id }) => id);
  const { data, isPending, isError, refetch } = useQuery(catalogueItemsQuery(api, ids));
  if (isPending) return <Skeleton className="mt-4 h-40" />;
  if (isError) {
    return (
      <p role="alert" className="mt-1">
        The list could not be read.{' '}
        <Button variant="quiet" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const byId = new Map(data.filter(({ active }) => active).map((item) => [item.id, item]));
  const offered = lines.flatMap(({ id, quantity }): CopiedItem[] => {
    const item = byId.get(id);
    return item ? [{ id, quantity, type: item.type, name: item.name, price: item.price }] : [];
  });
  const gone = lines.filter(({ id }) => !byId.has(id)).map(({ name }) => name);
  const copy = (replaces: boolean) => {
    const before = copyLines(offered, replaces);
    if (!before) {
      notify.failure('Your order is full', { description: `It can have ${MAX_LINES} lines.` });
      return;
    }
    onClose();
    notify.success(replaces ? 'Your order was replaced' : 'Added to your order', {
      description: `${offered.length} from the shared list`,
      action: { label: 'Undo', onClick: () => putBack(before) },
    });
  };
  return (
    <>
      <ul className="mt-3 max-h-80 divide-y divide-rule overflow-y-auto border-y border-rule text-sm">
        {offered.map(({ id, name, price, quantity }) => (
          <li key={id} className="flex justify-between gap-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="tabular-nums">{quantity} ×</span> {name}
            </span>
            <Price amount={formatPrice(price)} unit="/day" className="shrink-0" />
          </li>
        ))}
      </ul>
      {gone.length > 0 && (
        <p className="mt-2 text-sm text-pretty text-amber">
          No longer offered, and left out: {gone.join(', ')}.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {offered.length > 0 && (
          <Button onClick={() => copy(false)}>
            {cart.lines.length > 0 ? 'Add to my order' : 'Copy to my order'}
          </Button>
        )}
        {offered.length > 0 && cart.lines.length > 0 && (
          <Button variant="secondary" onClick={() => copy(true)}>
            Replace my order
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </>
  );
}
