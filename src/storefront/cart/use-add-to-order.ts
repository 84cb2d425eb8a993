import { useNavigate } from '@tanstack/react-router';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { notify } from '#ui/toast.tsx';
import { addToCart } from './cart-store.ts';

/** The part of an item that is added to the order. */
export type Addable = Pick<CatalogueItem, 'kind' | 'id' | 'name' | 'price'>;

/** Returns a function that adds one piece of an item and, once saved, shows a notice with a link to the order. */
export function useAddToOrder(): (item: Addable) => void {
  const navigate = useNavigate();
  return ({ kind, id, name, price }) => {
    if (!addToCart({ id, name, price, type: kind })) return;
    notify.success('Added to your order', {
      description: name,
      action: { label: 'View order', onClick: () => void navigate({ to: '/my-order' }) },
    });
  };
}
