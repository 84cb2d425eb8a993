import { useNavigate } from '@tanstack/react-router';
import { addToCart, currentCart } from './cart-store.ts';
import type { Addable } from './use-add-to-order.ts';

/** The hash of My Order with which it opens the enquiry form. */
export const ENQUIRE_HASH = 'enquire';

/** Returns a function that opens the enquiry form for an item, and adds it to the order unless it is in it. */
export function useEnquire(): (item: Addable) => void {
  const navigate = useNavigate();
  return ({ kind, id, name, price }) => {
    const isInOrder = currentCart().lines.some((line) => line.id === id);
    if (isInOrder || addToCart({ id, name, price, type: kind })) {
      void navigate({ to: '/my-order', hash: ENQUIRE_HASH });
    }
  };
}
