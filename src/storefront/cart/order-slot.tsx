import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { usePieces } from './cart-store.ts';
import type { InOrderProps } from './in-order.tsx';

// why nothing where it fails: without it the item can still be added.
const InOrder = lazy<ComponentType<InOrderProps>>(() =>
  import('./in-order.tsx').catch(() => ({ default: () => null })),
);

export interface OrderSlotProps {
  item: Pick<CatalogueItem, 'kind' | 'id' | 'name'>;
  /** Shown until the item is in the order; a card has nothing. */
  children?: ReactNode;
}

/** The place of '✓ 2 in your order'; what shows it loads once the item is in the visitor's order. */
export function OrderSlot({ item, children }: OrderSlotProps) {
  const pieces = usePieces(item);
  if (!pieces) return children;
  return (
    <Suspense fallback={children}>
      <InOrder item={item} pieces={pieces} isCard={!children} />
    </Suspense>
  );
}
